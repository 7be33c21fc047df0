"""The word lists of the training text. Every word here becomes one token."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Noun:
    """One thing in both languages; `pt` is also its key in the held-out rule."""

    pt: str
    pt_plural: str
    gender: str
    en: str
    en_plural: str


def _nouns(table: str) -> tuple[Noun, ...]:
    return tuple(Noun(*line.split()) for line in table.strip().splitlines())


THINGS = _nouns("""
troféu troféus m trophy trophies
livro livros m book books
violão violões m guitar guitars
bola bolas f ball balls
vaso vasos m vase vases
quadro quadros m picture pictures
piano pianos m piano pianos
cadeira cadeiras f chair chairs
mesa mesas f table tables
bicicleta bicicletas f bicycle bicycles
lâmpada lâmpadas f lamp lamps
chapéu chapéus m hat hats
tapete tapetes m carpet carpets
espelho espelhos m mirror mirrors
relógio relógios m clock clocks
pedra pedras f stone stones
boneca bonecas f doll dolls
escada escadas f ladder ladders
barco barcos m boat boats
cama camas f bed beds
garrafa garrafas f bottle bottles
prato pratos m plate plates
copo copos m glass glasses
""")

# A container can also be the thing that does not fit, so a noun alone does not tell its part in the sentence.
CONTAINERS = _nouns("""
mala malas f suitcase suitcases
caixa caixas f box boxes
carro carros m car cars
gaveta gavetas f drawer drawers
saco sacos m bag bags
mochila mochilas f backpack backpacks
armário armários m closet closets
cesta cestas f basket baskets
baú baús m chest chests
sala salas f room rooms
garagem garagens f garage garages
""")

PASSAGES = _nouns("""
porta portas f door doors
janela janelas f window windows
portão portões m gate gates
túnel túneis m tunnel tunnels
corredor corredores m corridor corridors
rua ruas f street streets
""")

NOUNS = THINGS + CONTAINERS + PASSAGES
_BREAKABLE = ["cadeira", "mesa", "lâmpada", "espelho", "vaso", "garrafa", "prato", "copo"]
BREAKABLES = tuple(noun for noun in THINGS if noun.pt in _BREAKABLE)

# Adjectives that decide the reference: with the first of a pair it is the first noun, with the second the second.
SIZE_PAIRS = {
    "en": (("big", "small"), ("wide", "narrow"), ("long", "short"), ("tall", "low"), ("thick", "thin")),
    "pt_BR": (
        ("grande", "pequeno"),
        ("largo", "estreito"),
        ("comprido", "curto"),
        ("alto", "baixo"),
        ("grosso", "fino"),
    ),
}
FORCE_PAIRS = {
    "en": (("heavy", "fragile"), ("hard", "weak"), ("strong", "delicate")),
    "pt_BR": (("pesado", "frágil"), ("duro", "fraco"), ("forte", "delicado")),
}

# Adjectives that only describe: (Portuguese, English).
DESCRIPTIONS = (
    ("branco", "white"),
    ("preto", "black"),
    ("vermelho", "red"),
    ("amarelo", "yellow"),
    ("bonito", "pretty"),
    ("feio", "ugly"),
    ("novo", "new"),
    ("velho", "old"),
    ("limpo", "clean"),
    ("sujo", "dirty"),
    ("caro", "expensive"),
    ("barato", "cheap"),
    ("antigo", "ancient"),
    ("moderno", "modern"),
)

NAMES = {
    "en": [
        "Anna",
        "John",
        "Mary",
        "Peter",
        "Carol",
        "Brian",
        "Sophie",
        "Luke",
        "Rose",
        "Paul",
        "Claire",
        "Michael",
        "Tess",
        "Henry",
        "Emma",
        "James",
    ],
    "pt_BR": [
        "Ana",
        "João",
        "Maria",
        "Pedro",
        "Carla",
        "Bruno",
        "Sofia",
        "Lucas",
        "Rita",
        "Paulo",
        "Clara",
        "Miguel",
        "Teresa",
        "Hugo",
        "Laura",
        "Tiago",
    ],
}
NUMBERS = tuple(str(number) for number in range(50))

ANIMALS = {
    "en": ["cat", "dog", "horse", "bird", "mouse", "cow", "fish", "sheep"],
    "pt_BR": ["gato", "cachorro", "cavalo", "pássaro", "rato", "boi", "peixe", "carneiro"],
}
ACTIONS = {
    "en": ["sleeps", "eats", "runs", "plays", "waits", "jumps"],
    "pt_BR": ["dorme", "come", "corre", "brinca", "espera", "pula"],
}
PLACES = {
    "en": ["here", "there", "outside", "inside", "upstairs", "downstairs"],
    "pt_BR": ["aqui", "ali", "fora", "dentro", "longe", "perto"],
}

# Words that occur only in repeated lists.
LIST_WORDS = {
    "en": [
        "sun",
        "moon",
        "sea",
        "river",
        "bread",
        "milk",
        "blue",
        "green",
        "tree",
        "flower",
        "snow",
        "fire",
        "wind",
        "hand",
        "foot",
        "head",
        "night",
        "day",
        "year",
        "music",
        "dream",
        "paper",
        "iron",
        "gold",
        "salt",
        "sugar",
        "apple",
        "lemon",
        "king",
        "queen",
        "road",
        "bridge",
        "island",
        "cloud",
        "shoe",
        "coat",
    ],
    "pt_BR": [
        "sol",
        "lua",
        "mar",
        "rio",
        "pão",
        "leite",
        "azul",
        "verde",
        "árvore",
        "flor",
        "neve",
        "fogo",
        "vento",
        "mão",
        "pé",
        "cabeça",
        "noite",
        "dia",
        "ano",
        "música",
        "sonho",
        "papel",
        "ferro",
        "ouro",
        "sal",
        "açúcar",
        "maçã",
        "limão",
        "rei",
        "rainha",
        "estrada",
        "ponte",
        "ilha",
        "nuvem",
        "sapato",
        "casaco",
    ],
}


def list_pool(lang: str) -> tuple[str, ...]:
    """All words that a repeated list of this language draws from."""
    nouns = [noun.en if lang == "en" else noun.pt for noun in NOUNS]
    described = [english if lang == "en" else portuguese for portuguese, english in DESCRIPTIONS]
    rest = LIST_WORDS[lang] + NAMES[lang] + ANIMALS[lang]
    return tuple(dict.fromkeys(nouns + described + rest))


def inflect(adjective: str, gender: str, plural: bool) -> str:
    """The Portuguese adjective in the noun's gender and number."""
    if gender == "f" and adjective.endswith("o"):
        adjective = adjective[:-1] + "a"
    return adjective + "s" if plural else adjective
