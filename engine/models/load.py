"""Load a model: by folder, by hub name, or the bundled one."""

import logging
import re
import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.cancel import QUIET, Job
from engine.devices import memory_guard, resolve
from engine.models.folder import (
    check_folder,
    check_weights,
    damaged_tokenizer,
    local_folder,
    read_config,
    weight_files,
)
from engine.models.hub import hub_folder
from engine.models.keeping import ATTENTION, register
from engine.problems import QT_TRANSLATE_NOOP, Problem, sentence

_LAYER_NUMBER = re.compile(r"(?:^|\.)(?:h|layers?|blocks?)\.(\d+)\.")


@dataclass(frozen=True, eq=False)
class Model:
    """A loaded model, ready to run: evaluation mode, float32, no gradients.

    name            as it was asked for
    positions       the most tokens that it takes, None if there is no limit
    first_position  the number that it gives to the first token's position
    causal          True if a token sees only itself and those before it
    predicts        True if it has a head that predicts tokens, so a Capture has logits
    part            "encoder" if only that part of an encoder-decoder model is run, else ""
    """

    name: str
    folder: Path
    device: str
    module: Any
    tokenizer: Any
    layers: int
    heads: int
    positions: int | None
    first_position: int
    vocabulary: int
    causal: bool
    predicts: bool
    part: str


def load(name: str, device: str = "auto", job: Job = QUIET) -> Model:
    """The model called `name`: a folder, a hub name, or "demo" for the bundled one. Imports torch and transformers.

    Only safetensors weights are read and no code of the model's is run. The network is used for a hub name that is not
    in the cache, never for a folder. Raises Problem (fields "model", "device"), Cancelled between the stages.
    """
    place = resolve(device)
    job.report(sentence(QT_TRANSLATE_NOOP("engine", "Looking for {name}"), name=name.strip()), 0.0)
    folder = local_folder(name) or hub_folder(name.strip(), job)
    job.check()
    check_folder(folder)
    tokenizer = _tokenizer(folder)
    job.check()
    model = load_module(folder, place, job)
    return replace(model, name=name.strip(), tokenizer=tokenizer)


def load_module(folder: Path, device: str, job: Job = QUIET) -> Model:
    """The model in `folder` without a tokenizer: it takes ids only. `device` is "cpu" or "cuda"."""
    for file in weight_files(folder):
        check_weights(file)
    job.report(sentence(QT_TRANSLATE_NOOP("engine", "Reading the weights")), 0.2)
    with _hushed(), memory_guard("model"):
        register()
        config = _config(folder)
        module, part = _module(folder, config)
        _check_finite(folder, module)
        job.check()
        job.report(sentence(QT_TRANSLATE_NOOP("engine", "Moving the model to {device}"), device=device), 0.9)
        module = module.to(device).eval().requires_grad_(False)
    job.report(sentence(QT_TRANSLATE_NOOP("engine", "The model is ready")), 1.0)
    return _described(folder, device, module, part)


class _hushed(warnings.catch_warnings):  # noqa: N801 - used like a function
    """Neither bars nor warnings of the libraries reach the terminal: what matters is said as a Problem."""

    def __enter__(self) -> None:
        super().__enter__()
        warnings.simplefilter("ignore")
        import transformers.utils.logging

        transformers.utils.logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        for library in ("transformers", "huggingface_hub"):
            logging.getLogger(library).setLevel(logging.CRITICAL)


def _config(folder: Path) -> Any:
    from transformers import CONFIG_MAPPING, AutoConfig

    kind = read_config(folder)["model_type"]
    if kind not in CONFIG_MAPPING:
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine", "{path} names a kind of model that is not known here, {kind}: choose another model."
            ),
            field="model",
            path=folder / "config.json",
            kind=repr(kind),
        )
    try:
        return AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
    except Exception as error:  # each kind of model checks its settings in its own way
        raise _unusable(folder / "config.json", error) from error


def _tokenizer(folder: Path) -> Any:
    with _hushed():
        from transformers import AutoTokenizer

        try:
            tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        except Exception as error:  # as many ways to fail as there are kinds of tokenizer
            _config(folder)  # which it reads too: if that is the cause, it says so itself
            raise damaged_tokenizer(folder, _detail(error)) from error
    return tokenizer


def _module(folder: Path, config: Any) -> tuple[Any, str]:
    """The module to run and its part. Of the classes that may fit, the first one whose weights are all there."""
    classes = _classes(config)
    for cls in classes:
        module, info = _read(folder, config, cls)
        # A pooler comes after the last layer, so a random one changes neither map nor prediction.
        missing = sorted(key for key in info["missing_keys"] if "pooler" not in key)
        if not missing or cls is classes[-1]:
            break
    _check_weights_fit(folder, config, missing, info)
    if config.is_encoder_decoder:
        return module.get_encoder(), "encoder"
    return module, ""


def _classes(config: Any) -> list[Any]:
    from transformers import AutoModel, AutoModelForCausalLM, AutoModelForMaskedLM
    from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES as CAUSAL
    from transformers.models.auto.modeling_auto import MODEL_FOR_MASKED_LM_MAPPING_NAMES as MASKED

    kind, saved = config.model_type, (config.architectures or [""])[0]
    if config.is_encoder_decoder:
        return [AutoModel]
    if kind in CAUSAL and (kind not in MASKED or saved.endswith(("ForCausalLM", "LMHeadModel"))):
        return [AutoModelForCausalLM, AutoModel]
    if kind in MASKED and (not saved or saved.endswith(("ForMaskedLM", "ForPreTraining"))):
        return [AutoModelForMaskedLM, AutoModel]
    return [AutoModel]


def _read(folder: Path, config: Any, cls: Any) -> tuple[Any, dict[str, Any]]:
    import torch

    try:
        module, info = cls.from_pretrained(
            folder,
            config=config,
            dtype=torch.float32,
            local_files_only=True,
            trust_remote_code=False,
            use_safetensors=True,
            attn_implementation="eager",
            ignore_mismatched_sizes=True,  # reported below in one sentence
            output_loading_info=True,
        )
    except (MemoryError, torch.OutOfMemoryError):
        raise
    except Exception as error:  # a reader of dozens of architectures fails in many ways
        raise _unusable(folder, error) from error
    module.set_attn_implementation(ATTENTION)  # a model without the interface stays on eager
    return module, info


def _check_weights_fit(folder: Path, config: Any, missing: list[str], info: dict[str, Any]) -> None:
    """Layers without weights would be filled with random numbers, so they are refused."""
    if info["mismatched_keys"]:
        key, stored, wanted = sorted(info["mismatched_keys"])[0]
        raise Problem(
            QT_TRANSLATE_NOOP(
                "engine",
                "The weights in {folder} do not fit its config.json: {key} has shape {stored} instead of {wanted}; "
                "take both files from the same model.",
            ),
            field="model",
            folder=folder,
            key=key,
            stored=tuple(stored),
            wanted=tuple(wanted),
        )
    layers = getattr(config.get_text_config(), "num_hidden_layers", None)
    beyond = sorted(key for key in info["unexpected_keys"] if _is_beyond(key, layers))
    for keys, template in (
        (
            missing,
            QT_TRANSLATE_NOOP(
                "engine",
                "The weights in {folder} do not fit its config.json: {count} of them are missing, {key} for example; "
                "take both files from the same model.",
            ),
        ),
        (
            beyond,
            QT_TRANSLATE_NOOP(
                "engine",
                "The weights in {folder} do not fit its config.json: {count} belong to layers that it does not have, "
                "{key} for example; take both files from the same model.",
            ),
        ),
    ):
        if keys:
            raise Problem(template, field="model", folder=folder, count=len(keys), key=keys[0])


def _is_beyond(key: str, layers: int | None) -> bool:
    found = _LAYER_NUMBER.search(key)
    return found is not None and layers is not None and int(found.group(1)) >= layers


def _check_finite(folder: Path, module: Any) -> None:
    """One NaN spreads over every map. The sum of finite weights may overflow, so it only says where to look closely."""
    for key, weight in module.named_parameters():
        if not weight.sum().isfinite() and not weight.isfinite().all():
            raise Problem(
                QT_TRANSLATE_NOOP(
                    "engine",
                    "The weights in {folder} hold NaN or infinite numbers, in {key} for example: download them again.",
                ),
                field="model",
                folder=folder,
                key=key,
            )


def _described(folder: Path, device: str, module: Any, part: str) -> Model:
    config = module.config.get_text_config()
    first = _first_position(module)
    causal = not part and any(getattr(m, "is_causal", False) for m in module.modules())
    name = type(module).__name__
    return Model(
        name=folder.name,
        folder=folder,
        device=device,
        module=module,
        tokenizer=None,
        layers=_number(config, "num_hidden_layers", "encoder_layers", "num_layers"),
        heads=_number(config, "num_attention_heads", "encoder_attention_heads", "num_heads"),
        positions=_positions(config, first),
        first_position=first,
        vocabulary=int(module.get_input_embeddings().weight.shape[0]),
        causal=causal or name.endswith(("ForCausalLM", "LMHeadModel")),
        predicts=module.get_output_embeddings() is not None,
        part=part,
    )


def _number(config: Any, *names: str) -> int:
    return next((int(value) for name in names if isinstance(value := getattr(config, name, None), int)), 0)


def _positions(config: Any, first: int) -> int | None:
    limit = getattr(config, "max_position_embeddings", None)
    return int(limit) - first if isinstance(limit, int) and limit > 0 else None


def _first_position(module: Any) -> int:
    """RoBERTa and its relatives begin to count after the padding token's id; everyone else at 0."""
    for part in module.modules():
        if hasattr(part, "create_position_ids_from_input_ids") and getattr(part, "padding_idx", None) is not None:
            return int(part.padding_idx) + 1
    return 0


def _detail(error: Exception) -> str:
    """The first line of a library's message. A KeyError's is a bare name, which says nothing without its kind."""
    first = next(iter(str(error).strip().splitlines()), "")
    if isinstance(error, KeyError) or not first:
        first = f"{type(error).__name__}: {first}"
    return first.rstrip(" .:")


def _unusable(path: Path, error: Exception) -> Problem:
    return Problem(
        QT_TRANSLATE_NOOP(
            "engine", "{path} cannot be used ({reason}): take all files of the model from its source again."
        ),
        field="model",
        path=path,
        reason=_detail(error),
    )
