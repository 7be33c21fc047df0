<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR" sourcelanguage="en">
<context>
    <name>AuditPanel</name>
    <message>
        <source>waiting for torch</source>
        <translation>esperando o torch</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Fechar esta mensagem</translation>
    </message>
</context>
<context>
    <name>BarPlot</name>
    <message>
        <source>key {key}: {value}</source>
        <translation>chave {key}: {value}</translation>
    </message>
</context>
<context>
    <name>BenchEdit</name>
    <message>
        <source>Edit {name}</source>
        <translation>Editar {name}</translation>
    </message>
</context>
<context>
    <name>BenchFile</name>
    <message>
        <source>&amp;Open Q, K, V…</source>
        <translation>&amp;Abrir Q, K, V…</translation>
    </message>
    <message>
        <source>&amp;Save Q, K, V…</source>
        <translation>Sal&amp;var Q, K, V…</translation>
    </message>
    <message>
        <source>Q, K, V with scale and mask (*.json *.npz)</source>
        <translation>Q, K, V com escala e máscara (*.json *.npz)</translation>
    </message>
    <message>
        <source>Open Q, K, V</source>
        <translation>Abrir Q, K, V</translation>
    </message>
    <message>
        <source>Save Q, K, V</source>
        <translation>Salvar Q, K, V</translation>
    </message>
    <message>
        <source>JSON (*.json)</source>
        <translation>JSON (*.json)</translation>
    </message>
    <message>
        <source>Open {name}</source>
        <translation>Abrir {name}</translation>
    </message>
</context>
<context>
    <name>CopyAs</name>
    <message>
        <source>The formula is on the clipboard as {form}.</source>
        <translation>A fórmula está na área de transferência como {form}.</translation>
    </message>
    <message>
        <source>Copy formula as {form}</source>
        <translation>Copiar fórmula como {form}</translation>
    </message>
</context>
<context>
    <name>CurvePanel</name>
    <message>
        <source>{measure} over d_k</source>
        <translation>{measure} conforme d_k</translation>
    </message>
    <message>
        <source>median, band 10–90 %</source>
        <translation>mediana, faixa 10–90 %</translation>
    </message>
    <message>
        <source>mean, band 10–90 %</source>
        <translation>média, faixa 10–90 %</translation>
    </message>
    <message>
        <source>This draw, {side}, d_k = {d_k}</source>
        <translation>Este sorteio, {side}, d_k = {d_k}</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: a row</source>
        <translation>Camada {layer}, cabeça {head}: uma linha</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: mean of its rows</source>
        <translation>Camada {layer}, cabeça {head}: média das linhas</translation>
    </message>
    <message>
        <source>Drawing…</source>
        <translation>Sorteando…</translation>
    </message>
    <message>
        <source>At d_k = {d_k}: {off} with no scale, {on} with 1/√d_k.</source>
        <translation>Em d_k = {d_k}: {off} sem escala, {on} com 1/√d_k.</translation>
    </message>
</context>
<context>
    <name>DrawPanel</name>
    <message>
        <source>Components d_k</source>
        <translation>Componentes d_k</translation>
    </message>
    <message>
        <source>How long queries and keys are</source>
        <translation>O comprimento das consultas e das chaves</translation>
    </message>
    <message>
        <source>Number of keys n</source>
        <translation>Número de chaves n</translation>
    </message>
    <message>
        <source>How many keys the query sees</source>
        <translation>Quantas chaves a consulta vê</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Dispersão</translation>
    </message>
    <message>
        <source>Standard deviation of every component of q and k</source>
        <translation>Desvio padrão de cada componente de q e k</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>The scores are divided by it before softmax</source>
        <translation>Os escores são divididos por ela antes do softmax</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semente</translation>
    </message>
    <message>
        <source>The same seed draws the same numbers</source>
        <translation>A mesma semente sorteia os mesmos números</translation>
    </message>
    <message>
        <source>Draw again</source>
        <translation>Sortear de novo</translation>
    </message>
    <message>
        <source>The next seed</source>
        <translation>A próxima semente</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restaurar</translation>
    </message>
    <message>
        <source>Every number as it was at the beginning</source>
        <translation>Todos os números como eram no início</translation>
    </message>
    <message>
        <source>Example: e⁸ ≈ 2981 : 1</source>
        <translation>Exemplo: e⁸ ≈ 2981 : 1</translation>
    </message>
    <message>
        <source>Two keys with the scores 8 and 0</source>
        <translation>Duas chaves com os escores 8 e 0</translation>
    </message>
</context>
<context>
    <name>DropoutPanel</name>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semente</translation>
    </message>
</context>
<context>
    <name>ExplanationPanel</name>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy this explanation as text</source>
        <translation>Copiar esta explicação como texto</translation>
    </message>
    <message>
        <source>What the three are for</source>
        <translation>Para que servem os três</translation>
    </message>
    <message>
        <source>Point at a cell to see its arithmetic; type into Q, K or V to change it.</source>
        <translation>Aponte para uma célula para ver a conta dela; digite em Q, K ou V para mudá-la.</translation>
    </message>
    <message>
        <source>{block}, exactly {value}</source>
        <translation>{block}, exatamente {value}</translation>
    </message>
</context>
<context>
    <name>ExportActions</name>
    <message>
        <source>Export &amp;picture…</source>
        <translation>Exportar &amp;imagem…</translation>
    </message>
    <message>
        <source>Export &amp;numbers…</source>
        <translation>Exportar &amp;números…</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>&amp;Copiar imagem</translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation>Exportar imagem</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>Imagem PNG (*.png)</translation>
    </message>
    <message>
        <source>Table with labels (*.csv)</source>
        <translation>Tabela com rótulos (*.csv)</translation>
    </message>
    <message>
        <source>NumPy archive (*.npz)</source>
        <translation>Arquivo NumPy (*.npz)</translation>
    </message>
    <message>
        <source>Export numbers</source>
        <translation>Exportar números</translation>
    </message>
    <message>
        <source>There is no picture here yet.</source>
        <translation>Ainda não há imagem aqui.</translation>
    </message>
    <message>
        <source>The picture is on the clipboard.</source>
        <translation>A imagem está na área de transferência.</translation>
    </message>
    <message>
        <source>Written: {path}</source>
        <translation>Gravado: {path}</translation>
    </message>
</context>
<context>
    <name>FlowDiagram</name>
    <message>
        <source>no</source>
        <translation>não</translation>
    </message>
    <message>
        <source>MatMul</source>
        <translation>MatMul</translation>
    </message>
    <message>
        <source>column by column</source>
        <translation>coluna a coluna</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Escala</translation>
    </message>
    <message>
        <source>× {factor}</source>
        <translation>× {factor}</translation>
    </message>
    <message>
        <source>Mask?</source>
        <translation>Máscara?</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>row by row</source>
        <translation>linha a linha</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>at random</source>
        <translation>ao acaso</translation>
    </message>
    <message>
        <source>weights · V</source>
        <translation>pesos · V</translation>
    </message>
    <message>
        <source>output</source>
        <translation>saída</translation>
    </message>
    <message>
        <source>too late:
after softmax</source>
        <translation>tarde demais:
depois do softmax</translation>
    </message>
    <message>
        <source>inverted: {filler}
where visible</source>
        <translation>invertida: {filler}
onde visível</translation>
    </message>
    <message>
        <source>yes: {filler}
where hidden</source>
        <translation>sim: {filler}
onde oculta</translation>
    </message>
    <message>
        <source>masked: {mask}</source>
        <translation>mascarados: {mask}</translation>
    </message>
    <message>
        <source>scores: every query times every key</source>
        <translation>escores: cada consulta vezes cada chave</translation>
    </message>
    <message>
        <source>scaled: every score times {factor}</source>
        <translation>escalados: cada escore vezes {factor}</translation>
    </message>
    <message>
        <source>masked: no mask is on, the scores stay as they are</source>
        <translation>mascarados: nenhuma máscara está ligada, os escores ficam como estão</translation>
    </message>
    <message>
        <source>weights: the softmax of each key&apos;s column (a mistake)</source>
        <translation>pesos: o softmax da coluna de cada chave (um erro)</translation>
    </message>
    <message>
        <source>weights: the softmax of each query&apos;s row, which sums to 1</source>
        <translation>pesos: o softmax da linha de cada consulta, que soma 1</translation>
    </message>
    <message>
        <source>dropped: some weights set to 0 at random, the others made larger</source>
        <translation>após dropout: alguns pesos zerados ao acaso, os outros aumentados</translation>
    </message>
    <message>
        <source>output: for each query the mean of V under its weights</source>
        <translation>saída: para cada consulta, a média de V ponderada pelos pesos dela</translation>
    </message>
    <message>
        <source>Data flow: {box}, present step</source>
        <translation>Fluxo de dados: {box}, passo atual</translation>
    </message>
    <message>
        <source>Data flow: {box}</source>
        <translation>Fluxo de dados: {box}</translation>
    </message>
</context>
<context>
    <name>FormulaRoom</name>
    <message>
        <source>Smaller cells (Ctrl+−)</source>
        <translation>Células menores (Ctrl+−)</translation>
    </message>
    <message>
        <source>Larger cells (Ctrl++)</source>
        <translation>Células maiores (Ctrl++)</translation>
    </message>
    <message>
        <source>Fill Q, K, V</source>
        <translation>Preencher</translation>
    </message>
    <message>
        <source>Other numbers in all three; a right click on a matrix fills that one</source>
        <translation>Outros números em Q, K e V; clicar com o botão direito em uma matriz preenche só ela</translation>
    </message>
</context>
<context>
    <name>HeadMapPanel</name>
    <message>
        <source>Send to bench</source>
        <translation>Enviar à bancada</translation>
    </message>
    <message>
        <source>Open this head&apos;s own Q, K, V, mask and scale in the Formula room</source>
        <translation>Abre Q, K, V, máscara e escala desta cabeça na sala Fórmula</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Camada</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Cabeça</translation>
    </message>
    <message>
        <source>The map appears here when the model has read the text.</source>
        <translation>O mapa aparece aqui quando o modelo tiver lido o texto.</translation>
    </message>
    <message>
        <source>{model}, layer {layer}, mean of all heads</source>
        <translation>{model}, camada {layer}, média de todas as cabeças</translation>
    </message>
    <message>
        <source>{model}, layer {layer}, head {head}</source>
        <translation>{model}, camada {layer}, cabeça {head}</translation>
    </message>
    <message>
        <source>mean of all heads</source>
        <translation>média de todas as cabeças</translation>
    </message>
</context>
<context>
    <name>HeadOverlay</name>
    <message>
        <source>Overlay a real head</source>
        <translation>Sobrepor uma cabeça real</translation>
    </message>
    <message>
        <source>What if it were not scaled</source>
        <translation>E se não houvesse escala</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Camada</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Cabeça</translation>
    </message>
    <message>
        <source>No model has read a text yet: load one in the Model room.</source>
        <translation>Nenhum modelo leu um texto ainda: carregue um na sala Modelo.</translation>
    </message>
    <message>
        <source>The model has not read the text in the Model room: there is no head of it to show.</source>
        <translation>O modelo não leu o texto da sala Modelo: não há cabeça dele para mostrar.</translation>
    </message>
    <message>
        <source>No row of this head sees two keys or more.</source>
        <translation>Nenhuma linha desta cabeça vê duas chaves ou mais.</translation>
    </message>
    <message>
        <source>Entropy of its {rows} rows, mean, of the largest possible: {own} with its factor {factor}, {unscaled} without.</source>
        <translation>Entropia média das {rows} linhas dela, em relação à maior possível: {own} com o fator {factor} dela, {unscaled} sem ele.</translation>
    </message>
</context>
<context>
    <name>HeadsFigures</name>
    <message>
        <source>Figures</source>
        <translation>Números</translation>
    </message>
    <message>
        <source>Sum of all contributions = output: largest difference {difference}</source>
        <translation>Soma de todas as contribuições = saída: maior diferença {difference}</translation>
    </message>
    <message>
        <source>Sum of all contributions + b_O = output: largest difference {difference}</source>
        <translation>Soma de todas as contribuições + b_O = saída: maior diferença {difference}</translation>
    </message>
    <message>
        <source>Scores S: largest |S − Sᵀ| {difference}</source>
        <translation>Escores S: maior |S − Sᵀ| {difference}</translation>
    </message>
    <message>
        <source>KV cache of {tokens} tokens: {bytes} bytes at 2 bytes a number</source>
        <translation>Cache KV de {tokens} tokens: {bytes} bytes, com 2 bytes por número</translation>
    </message>
    <message>
        <source> (a key head for every head: {bytes})</source>
        <translation> (uma cabeça de chave por cabeça: {bytes})</translation>
    </message>
    <message>
        <source>One head, same weight matrices: one map instead of {heads}; its output differs by up to {difference}</source>
        <translation>Uma só cabeça, mesmas matrizes de pesos: um mapa em vez de {heads}; a saída difere em até {difference}</translation>
    </message>
</context>
<context>
    <name>HeadsJoin</name>
    <message>
        <source>How much of the head the output keeps, in percent</source>
        <translation>Quanto da cabeça a saída mantém, em por cento</translation>
    </message>
    <message>
        <source>Keep of head {head}: {percent} %</source>
        <translation>Manter da cabeça {head}: {percent} %</translation>
    </message>
    <message>
        <source>Drag to take this head out of the output.</source>
        <translation>Arraste para tirar esta cabeça da saída.</translation>
    </message>
    <message>
        <source>The output has changed by up to {largest}; the change is {percent} % as long as the output.</source>
        <translation>A saída mudou em até {largest}; o comprimento da mudança é {percent} % do da saída.</translation>
    </message>
    <message>
        <source>Keep of a head</source>
        <translation>Parte mantida de uma cabeça</translation>
    </message>
</context>
<context>
    <name>HeadsMaps</name>
    <message>
        <source>head {head}</source>
        <translation>cabeça {head}</translation>
    </message>
    <message>
        <source>Look at a head</source>
        <translation>Ver uma cabeça</translation>
    </message>
</context>
<context>
    <name>HeadsMatrix</name>
    <message>
        <source>Edit {name}</source>
        <translation>Editar {name}</translation>
    </message>
    <message>
        <source>Import {name}</source>
        <translation>Importar {name}</translation>
    </message>
</context>
<context>
    <name>HeadsSettings</name>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>Rows of X</source>
        <translation>Linhas de X</translation>
    </message>
    <message>
        <source>Tokens of Y</source>
        <translation>Tokens de Y</translation>
    </message>
    <message>
        <source>Rows of Y: the keys and values of cross-attention</source>
        <translation>Linhas de Y: as chaves e os valores da atenção cruzada</translation>
    </message>
    <message>
        <source>d_model</source>
        <translation>d_model</translation>
    </message>
    <message>
        <source>Columns of X and of the output</source>
        <translation>Colunas de X e da saída</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabeças</translation>
    </message>
    <message>
        <source>How many equal runs the columns are cut into</source>
        <translation>Em quantas faixas iguais as colunas são cortadas</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semente</translation>
    </message>
    <message>
        <source>Another seed draws all numbers anew</source>
        <translation>Outra semente sorteia todos os números de novo</translation>
    </message>
    <message>
        <source>Key heads</source>
        <translation>Cabeças de chave</translation>
    </message>
    <message>
        <source>Grouped-query attention: fewer keys and values, which neighbours share</source>
        <translation>Atenção com consultas agrupadas (GQA): menos chaves e valores, que cabeças vizinhas compartilham</translation>
    </message>
    <message>
        <source>Look at head</source>
        <translation>Ver a cabeça</translation>
    </message>
    <message>
        <source>The head that is shown large</source>
        <translation>A cabeça que aparece ampliada</translation>
    </message>
    <message>
        <source>Look at a head</source>
        <translation>Ver uma cabeça</translation>
    </message>
    <message>
        <source>Causal mask</source>
        <translation>Máscara causal</translation>
    </message>
    <message>
        <source>No token sees the ones after it</source>
        <translation>Nenhum token vê os que vêm depois dele</translation>
    </message>
    <message>
        <source>W_Q = W_K</source>
        <translation>W_Q = W_K</translation>
    </message>
    <message>
        <source>One matrix for both: the scores become symmetric</source>
        <translation>Uma matriz para as duas: os escores ficam simétricos</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>Atenção cruzada</translation>
    </message>
    <message>
        <source>Queries are made of X, keys and values of Y</source>
        <translation>As consultas são feitas de X, as chaves e os valores, de Y</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>Vieses</translation>
    </message>
    <message>
        <source>Add b_Q, b_K, b_V and b_O</source>
        <translation>Somar b_Q, b_K, b_V e b_O</translation>
    </message>
    <message>
        <source>One head beside them</source>
        <translation>Uma cabeça ao lado</translation>
    </message>
    <message>
        <source>The map of a single head as wide as all of them, with the same weight matrices</source>
        <translation>O mapa de uma única cabeça tão larga quanto todas juntas, com as mesmas matrizes de pesos</translation>
    </message>
</context>
<context>
    <name>HeadsSource</name>
    <message>
        <source>Layer of the model</source>
        <translation>Camada do modelo</translation>
    </message>
    <message>
        <source>Take layer</source>
        <translation>Usar camada</translation>
    </message>
    <message>
        <source>Take the weights of this layer, and what enters it for the text in the Model room</source>
        <translation>Usar os pesos desta camada e o que entra nela para o texto da sala Modelo</translation>
    </message>
    <message>
        <source>Layer {layer} of {model}.</source>
        <translation>Camada {layer} de {model}.</translation>
    </message>
    <message>
        <source>A layer can be taken when the model has read its text.</source>
        <translation>Uma camada pode ser usada quando o modelo tiver lido o texto.</translation>
    </message>
    <message>
        <source>From {model}, for the text in the Model room.</source>
        <translation>De {model}, para o texto da sala Modelo.</translation>
    </message>
    <message>
        <source>The output equals the model&apos;s own: largest difference {difference}.</source>
        <translation>A saída é igual à do próprio modelo: maior diferença {difference}.</translation>
    </message>
    <message>
        <source>Changed since: the output differs from the model&apos;s own by up to {difference}.</source>
        <translation>Alterado depois: a saída difere da do próprio modelo em até {difference}.</translation>
    </message>
</context>
<context>
    <name>HistogramPlot</name>
    <message>
        <source>{name}
from {low} to {high}: {count} of {total}</source>
        <translation>{name}
de {low} a {high}: {count} de {total}</translation>
    </message>
</context>
<context>
    <name>Jobs</name>
    <message>
        <source>Take layer {layer} of {model}</source>
        <translation>Usar a camada {layer} de {model}</translation>
    </message>
</context>
<context>
    <name>LinePlot</name>
    <message>
        <source>10–90 %: {low} to {high}</source>
        <translation>10–90 %: de {low} a {high}</translation>
    </message>
</context>
<context>
    <name>LogSlider</name>
    <message>
        <source>“{text}” does not fit here. Type a number from {low} to {high}.</source>
        <translation>“{text}” não serve aqui. Digite um número de {low} a {high}.</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Attention Explorer</source>
        <translation>Attention Explorer</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Fórmula</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Saturação</translation>
    </message>
    <message>
        <source>Multi-head</source>
        <translation>Multicabeças</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Arquivo</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Sair</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Editar</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Desfazer</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Refazer</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>E&amp;xibir</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Idioma</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Escuro</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Tema</translation>
    </message>
</context>
<context>
    <name>MapView</name>
    <message>
        <source>Nothing to show yet</source>
        <translation>Ainda não há nada para mostrar</translation>
    </message>
</context>
<context>
    <name>MaskPanel</name>
    <message>
        <source>Causal mask</source>
        <translation>Máscara causal</translation>
    </message>
    <message>
        <source>Causal alignment</source>
        <translation>Alinhamento causal</translation>
    </message>
    <message>
        <source>top left (torch)</source>
        <translation>pelo início (torch)</translation>
    </message>
    <message>
        <source>bottom right (KV cache)</source>
        <translation>pelo fim (cache KV)</translation>
    </message>
    <message>
        <source>Where the causal mask starts when queries and keys differ in number</source>
        <translation>Onde a máscara causal se alinha quando o número de consultas difere do de chaves: acima à esquerda (início) ou abaixo à direita (fim)</translation>
    </message>
    <message>
        <source>Keys that are padding, by number: 0, 3</source>
        <translation>Chaves que são preenchimento (padding), por número: 0, 3</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Preenchimento</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Janela</translation>
    </message>
    <message>
        <source>A query sees only keys nearer than this many</source>
        <translation>Uma consulta só vê chaves a uma distância menor que este número</translation>
    </message>
    <message>
        <source>Global</source>
        <translation>Globais</translation>
    </message>
    <message>
        <source>Positions that the window does not bind, by number: 0, 3</source>
        <translation>Posições que a janela não limita, por número: 0, 3</translation>
    </message>
    <message>
        <source>Prefix</source>
        <translation>Prefixo</translation>
    </message>
    <message>
        <source>So many first keys are seen by every query, causal or not</source>
        <translation>Quantas das primeiras chaves toda consulta vê, com máscara causal ou não</translation>
    </message>
    <message>
        <source>Paint</source>
        <translation>Pintar</translation>
    </message>
    <message>
        <source>Click or drag over cells of the masked scores to hide or show them</source>
        <translation>Clique ou arraste sobre células dos escores mascarados para ocultá-las ou mostrá-las</translation>
    </message>
    <message>
        <source>Wipe</source>
        <translation>Limpar</translation>
    </message>
    <message>
        <source>Take the painted mask away</source>
        <translation>Tirar a máscara pintada</translation>
    </message>
    <message>
        <source>Wipe the painted mask</source>
        <translation>Limpar a máscara pintada</translation>
    </message>
    <message>
        <source>Filler</source>
        <translation>Valor de máscara</translation>
    </message>
    <message>
        <source>smallest float</source>
        <translation>menor float</translation>
    </message>
    <message>
        <source>What stands in hidden cells before softmax: anything but −∞ can leak</source>
        <translation>O que fica nas células ocultas antes do softmax: tudo o que não é −∞ pode vazar</translation>
    </message>
</context>
<context>
    <name>MatrixView</name>
    <message>
        <source>Nothing to show yet</source>
        <translation>Ainda não há nada para mostrar</translation>
    </message>
    <message>
        <source>No cells: {rows} × {cols}</source>
        <translation>Sem células: {rows} × {cols}</translation>
    </message>
</context>
<context>
    <name>MeasurePanel</name>
    <message>
        <source>Measure over d_k</source>
        <translation>Medida conforme d_k</translation>
    </message>
</context>
<context>
    <name>MistakesPanel</name>
    <message>
        <source>Common mistakes</source>
        <translation>Erros comuns</translation>
    </message>
    <message>
        <source>Switch a mistake on on purpose, and see which check finds it</source>
        <translation>Ligue um erro de propósito e veja qual verificação o encontra</translation>
    </message>
    <message>
        <source>nothing that shows here</source>
        <translation>nada que apareça aqui</translation>
    </message>
    <message>
        <source>{mistake}. Breaks: {checks}. {why}</source>
        <translation>{mistake}. Quebra: {checks}. {why}</translation>
    </message>
</context>
<context>
    <name>ModelSource</name>
    <message>
        <source>Model: name or folder</source>
        <translation>Modelo: nome ou pasta</translation>
    </message>
    <message>
        <source>demo, a folder, or a name on the hub</source>
        <translation>demo, uma pasta ou um nome no hub</translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation>Pasta…</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Carregar</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>{name}: {layers} layers, {heads} heads, on {device}</source>
        <translation>{name}: {layers} camadas, {heads} cabeças, em {device}</translation>
    </message>
    <message>
        <source>A model&apos;s folder</source>
        <translation>A pasta de um modelo</translation>
    </message>
</context>
<context>
    <name>ModelText</name>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Write a sentence</source>
        <translation>Escreva uma frase</translation>
    </message>
    <message>
        <source>Show attention</source>
        <translation>Mostrar atenção</translation>
    </message>
    <message>
        <source>Tokens: {count}</source>
        <translation>Tokens: {count}</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Exemplos</translation>
    </message>
    <message>
        <source>Texts that show what the bundled model has learnt, each at the head that does it</source>
        <translation>Textos que mostram o que o modelo incluído aprendeu, cada um na cabeça que o faz</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Exemplo</translation>
    </message>
</context>
<context>
    <name>NextTokens</name>
    <message>
        <source>Expected next</source>
        <translation>Próximo esperado</translation>
    </message>
    <message>
        <source>The probabilities that the model gives to the token after the text</source>
        <translation>As probabilidades que o modelo dá ao token depois do texto</translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>query</source>
        <translation>consulta</translation>
    </message>
    <message>
        <source>key</source>
        <translation>chave</translation>
    </message>
    <message>
        <source>feature</source>
        <translation>atributo</translation>
    </message>
    <message>
        <source>token</source>
        <translation>token</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>mascarada</translation>
    </message>
    <message>
        <source>{value} (masked)</source>
        <translation>{value} (mascarada)</translation>
    </message>
    <message>
        <source>NaN (not a number)</source>
        <translation>NaN (não é um número)</translation>
    </message>
    <message>
        <source>+∞ (infinite)</source>
        <translation>+∞ (infinito)</translation>
    </message>
    <message>
        <source>−∞ (infinite)</source>
        <translation>−∞ (infinito)</translation>
    </message>
</context>
<context>
    <name>Plot</name>
    <message>
        <source>Export plot…</source>
        <translation>Exportar gráfico…</translation>
    </message>
    <message>
        <source>Copy plot</source>
        <translation>Copiar gráfico</translation>
    </message>
</context>
<context>
    <name>PresetBox</name>
    <message>
        <source>Examples</source>
        <translation>Exemplos</translation>
    </message>
    <message>
        <source>Example: {name}</source>
        <translation>Exemplo: {name}</translation>
    </message>
</context>
<context>
    <name>RowNumbers</name>
    <message>
        <source>{nats} nats = {bits} bits</source>
        <translation>{nats} nats = {bits} bits</translation>
    </message>
    <message>
        <source>{share} of {limit} nats</source>
        <translation>{share} de {limit} nats</translation>
    </message>
    <message>
        <source>{keys} of {n}</source>
        <translation>{keys} de {n}</translation>
    </message>
</context>
<context>
    <name>SaturationRoom</name>
    <message>
        <source>One query and its keys, drawn once: on the left with their scores as they are, on the right divided by √d_k. Drag d_k and watch the left row collapse onto one key. On the curves a ring marks their value here, a dot this one draw.</source>
        <translation>Uma consulta e suas chaves, sorteadas uma vez: à esquerda com os escores como são, à direita divididos por √d_k. Arraste d_k e veja a linha da esquerda desabar sobre uma só chave. Nas curvas, um anel marca o valor delas aqui; um ponto, este único sorteio.</translation>
    </message>
</context>
<context>
    <name>ScalePanel</name>
    <message>
        <source>no scale</source>
        <translation>sem escala</translation>
    </message>
    <message>
        <source>score multiplier</source>
        <translation>multiplicador dos escores</translation>
    </message>
    <message>
        <source>Score multiplier</source>
        <translation>Multiplicador dos escores</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Escala</translation>
    </message>
    <message>
        <source>1/√d_k = 1/√{d_k} = {value}</source>
        <translation>1/√d_k = 1/√{d_k} = {value}</translation>
    </message>
</context>
<context>
    <name>ScoresPanel</name>
    <message>
        <source>Scores q·k before scaling</source>
        <translation>Escores q·k antes da escala</translation>
    </message>
    <message>
        <source>score</source>
        <translation>escore</translation>
    </message>
    <message>
        <source>density</source>
        <translation>densidade</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>sorteados</translation>
    </message>
    <message>
        <source>N(0, d_k · spread⁴)</source>
        <translation>N(0, d_k · dispersão⁴)</translation>
    </message>
    <message>
        <source>Variance {variance} ± {error} of {pairs} drawn pairs; theory: d_k = {theory}</source>
        <translation>Variância {variance} ± {error} de {pairs} pares sorteados; teoria: d_k = {theory}</translation>
    </message>
    <message>
        <source>Variance {variance} ± {error} of {pairs} drawn pairs; theory: d_k · spread⁴ = {theory}</source>
        <translation>Variância {variance} ± {error} de {pairs} pares sorteados; teoria: d_k · dispersão⁴ = {theory}</translation>
    </message>
    <message>
        <source>Layer {layer}, head {head}: mean {mean}, variance {variance}, d_k = {d_k}</source>
        <translation>Camada {layer}, cabeça {head}: média {mean}, variância {variance}, d_k = {d_k}</translation>
    </message>
    <message>
        <source>layer {layer}, head {head}</source>
        <translation>camada {layer}, cabeça {head}</translation>
    </message>
</context>
<context>
    <name>ShapePanel</name>
    <message>
        <source>Self-attention</source>
        <translation>Autoatenção</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>Atenção cruzada</translation>
    </message>
    <message>
        <source>Self- or cross-attention</source>
        <translation>Autoatenção ou atenção cruzada</translation>
    </message>
    <message>
        <source>Self: queries, keys and values are of one text. Cross: queries are of another.</source>
        <translation>Auto: consultas, chaves e valores são de um só texto. Cruzada: as consultas são de outro.</translation>
    </message>
    <message>
        <source>Number of queries</source>
        <translation>Número de consultas</translation>
    </message>
    <message>
        <source>Number of keys and values</source>
        <translation>Número de chaves e valores</translation>
    </message>
    <message>
        <source>Components of a query and of a key</source>
        <translation>Componentes de uma consulta e de uma chave</translation>
    </message>
    <message>
        <source>Components of a value</source>
        <translation>Componentes de um valor</translation>
    </message>
    <message>
        <source>Entry of the leading axes</source>
        <translation>Entrada dos eixos iniciais</translation>
    </message>
    <message>
        <source>Which entry of the leading axes (batch, heads) is shown</source>
        <translation>Qual entrada dos eixos iniciais (lote, cabeças) é mostrada</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forma</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Pronto</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automático</translation>
    </message>
</context>
<context>
    <name>StepBar</name>
    <message>
        <source>Steps of the formula</source>
        <translation>Passos da fórmula</translation>
    </message>
    <message>
        <source>Show all steps</source>
        <translation>Todos os passos</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Primeiro passo</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>Passo anterior</translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation>Reproduzir ou pausar</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>Próximo passo</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Último passo</translation>
    </message>
    <message>
        <source>{number} of {count}: {name}</source>
        <translation>{number} de {count}: {name}</translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Paint the mask</source>
        <translation>Pintar a máscara</translation>
    </message>
    <message>
        <source>Import {name}</source>
        <translation>Importar {name}</translation>
    </message>
</context>
<context>
    <name>WeightRows</name>
    <message>
        <source>Weights without and with 1/√d_k</source>
        <translation>Pesos sem e com 1/√d_k</translation>
    </message>
    <message>
        <source>Weights, no scale</source>
        <translation>Pesos, sem escala</translation>
    </message>
    <message>
        <source>Weights, scores × 1/√d_k</source>
        <translation>Pesos, escores × 1/√d_k</translation>
    </message>
    <message>
        <source>keys, largest weight first</source>
        <translation>chaves, do maior peso ao menor</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>peso</translation>
    </message>
    <message>
        <source>Key {key} takes {share}; dotted: all keys alike</source>
        <translation>A chave {key} fica com {share}; pontilhado: todas iguais</translation>
    </message>
    <message>
        <source>Scores {high} and {low}: the weights stand {times} : 1 = e^{high}</source>
        <translation>Escores {high} e {low}: a razão dos pesos é {times} : 1 = e^{high}</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>weights {weights}, output {output}</source>
        <translation>pesos {weights}, saída {output}</translation>
    </message>
    <message>
        <source>largest difference from 1: {worst}; rows that see no key: {empty}</source>
        <translation>maior diferença de 1: {worst}; linhas que não veem nenhuma chave: {empty}</translation>
    </message>
    <message>
        <source>largest difference from 1: {worst}</source>
        <translation>maior diferença de 1: {worst}</translation>
    </message>
    <message>
        <source>{hidden} hidden cells, {leaks} of them with a weight: the filler {filler} does not hide them</source>
        <translation>{hidden} células ocultas, {leaks} delas com peso: o valor de máscara {filler} não as oculta</translation>
    </message>
    <message>
        <source>{hidden} hidden cells, {leaks} of them with a weight</source>
        <translation>{hidden} células ocultas, {leaks} delas com peso</translation>
    </message>
    <message>
        <source>no query sees a key</source>
        <translation>nenhuma consulta vê uma chave</translation>
    </message>
    <message>
        <source>{blind} of {seeing} queries that see keys have no weight on any of them; such a row may still add up to 1 on hidden keys, so row sums alone prove nothing</source>
        <translation>{blind} das {seeing} consultas que veem chaves não têm peso em nenhuma delas; uma linha assim ainda pode somar 1 sobre chaves ocultas, então as somas das linhas sozinhas não provam nada</translation>
    </message>
    <message>
        <source>each of {seeing} queries that see keys has weight on one of them</source>
        <translation>cada uma das {seeing} consultas que veem chaves tem peso em alguma delas</translation>
    </message>
    <message>
        <source>{bad} cells are NaN or infinite</source>
        <translation>{bad} células são NaN ou infinitas</translation>
    </message>
    <message>
        <source>every query sees at most one key, so no weight depends on Q or K</source>
        <translation>cada consulta vê no máximo uma chave, então nenhum peso depende de Q ou K</translation>
    </message>
    <message>
        <source>norms: Q {q}, K {k}, V {v}</source>
        <translation>normas: Q {q}, K {k}, V {v}</translation>
    </message>
    <message>
        <source>largest difference: {worst}</source>
        <translation>maior diferença: {worst}</translation>
    </message>
    <message>
        <source>Dropout is {value}: it must be at least 0 and below 1.</source>
        <translation>O dropout é {value}: precisa ser pelo menos 0 e menor que 1.</translation>
    </message>
    <message>
        <source>K and Q differ in columns, {d_key} against {d_query}: a dot product needs the same number in both.</source>
        <translation>K e Q diferem em colunas, {d_key} contra {d_query}: um produto escalar precisa do mesmo número nos dois.</translation>
    </message>
    <message>
        <source>V and K differ in rows, {n_v} against {n_k}: every key needs exactly one value.</source>
        <translation>V e K diferem em linhas, {n_v} contra {n_k}: cada chave precisa de exatamente um valor.</translation>
    </message>
    <message>
        <source>The mistake scale_by_d_model takes the place of 1/sqrt(d_k): set the scale to &quot;sqrt_dk&quot;, or switch the mistake off.</source>
        <translation>O erro scale_by_d_model fica no lugar de 1/sqrt(d_k): ponha a escala em &quot;sqrt_dk&quot; ou desligue o erro.</translation>
    </message>
    <message>
        <source>The leading axes (batch, heads) do not fit together: Q {q}, K {k}, V {v}; give each array the same ones, or 1.</source>
        <translation>Os eixos iniciais (lote, cabeças) não combinam: Q {q}, K {k}, V {v}; dê os mesmos a cada array, ou 1.</translation>
    </message>
    <message>
        <source>{name} needs a full table of numbers: every row as long as the others, nothing but numbers.</source>
        <translation>{name} precisa de uma tabela completa de números: todas as linhas com o mesmo comprimento e só números.</translation>
    </message>
    <message>
        <source>{name} needs at least one row and one column; its shape is {shape}.</source>
        <translation>{name} precisa de pelo menos uma linha e uma coluna; sua forma é {shape}.</translation>
    </message>
    <message>
        <source>{name}{cell} is {value}: every cell needs a finite number.</source>
        <translation>{name}{cell} é {value}: toda célula precisa de um número finito.</translation>
    </message>
    <message>
        <source>The scale is &quot;sqrt_dk&quot;, &quot;none&quot; or a finite number, not {value}.</source>
        <translation>A escala é &quot;sqrt_dk&quot;, &quot;none&quot; ou um número finito, não {value}.</translation>
    </message>
    <message>
        <source>The filler of hidden cells is -inf or a finite number, not {value}.</source>
        <translation>O valor de máscara das células ocultas é -inf ou um número finito, não {value}.</translation>
    </message>
    <message>
        <source>{path} holds no JSON object: write {{&quot;q&quot;: [[..]], &quot;k&quot;: [[..]], &quot;v&quot;: [[..]]}}.</source>
        <translation>{path} não contém um objeto JSON: escreva {{&quot;q&quot;: [[..]], &quot;k&quot;: [[..]], &quot;v&quot;: [[..]]}}.</translation>
    </message>
    <message>
        <source>{name} is missing: q, k and v are needed.</source>
        <translation>Falta {name}: q, k e v são necessários.</translation>
    </message>
    <message>
        <source>{name} is given twice: keep one.</source>
        <translation>{name} aparece duas vezes: mantenha só uma.</translation>
    </message>
    <message>
        <source>The name &quot;{name}&quot; is unknown; the nearest known one is &quot;{nearest}&quot;.</source>
        <translation>O nome &quot;{name}&quot; é desconhecido; o conhecido mais próximo é &quot;{nearest}&quot;.</translation>
    </message>
    <message>
        <source>{name} is a word or a number, not {value}.</source>
        <translation>{name} é uma palavra ou um número, não {value}.</translation>
    </message>
    <message>
        <source>{name} is true or false, not {value}.</source>
        <translation>{name} é true ou false, não {value}.</translation>
    </message>
    <message>
        <source>{name} is a whole number from 0 on, not {value}.</source>
        <translation>{name} é um número inteiro a partir de 0, não {value}.</translation>
    </message>
    <message>
        <source>{name} is a number, not {value}.</source>
        <translation>{name} é um número, não {value}.</translation>
    </message>
    <message>
        <source>{name} is a list of names such as [&quot;inverted_mask&quot;], not {value}.</source>
        <translation>{name} é uma lista de nomes como [&quot;inverted_mask&quot;], não {value}.</translation>
    </message>
    <message>
        <source>{name} is a list of positions such as [0, 3], not {value}.</source>
        <translation>{name} é uma lista de posições como [0, 3], não {value}.</translation>
    </message>
    <message>
        <source>There is no device called {choice}: choose auto, cpu or cuda.</source>
        <translation>Não há dispositivo chamado {choice}: escolha auto, cpu ou cuda.</translation>
    </message>
    <message>
        <source>CUDA cannot be used: {reason}. Choose cpu or auto.</source>
        <translation>CUDA não pode ser usado: {reason}. Escolha cpu ou auto.</translation>
    </message>
    <message>
        <source>this torch was built for the CPU only</source>
        <translation>este torch foi compilado só para a CPU</translation>
    </message>
    <message>
        <source>torch finds no NVIDIA GPU or no driver that fits</source>
        <translation>o torch não encontra uma GPU NVIDIA ou um driver compatível</translation>
    </message>
    <message>
        <source>the GPU does not run this torch ({error})</source>
        <translation>a GPU não executa este torch ({error})</translation>
    </message>
    <message>
        <source>There is not enough memory ({size} asked for): use a shorter text, a smaller model or another device.</source>
        <translation>Não há memória suficiente ({size} pedidos): use um texto mais curto, um modelo menor ou outro dispositivo.</translation>
    </message>
    <message>
        <source>{path} is a folder: name a file in it.</source>
        <translation>{path} é uma pasta: indique um arquivo dentro dela.</translation>
    </message>
    <message>
        <source>There is no folder {folder}: create it or choose another one.</source>
        <translation>A pasta {folder} não existe: crie-a ou escolha outra.</translation>
    </message>
    <message>
        <source>{path} may not be written to: choose another folder or name.</source>
        <translation>Não há permissão para gravar em {path}: escolha outra pasta ou outro nome.</translation>
    </message>
    <message>
        <source>The disk is full, so {path} was not written: free some space.</source>
        <translation>O disco está cheio, então {path} não foi gravado: libere espaço.</translation>
    </message>
    <message>
        <source>{path} could not be written ({reason}): choose another place.</source>
        <translation>{path} não pôde ser gravado ({reason}): escolha outro lugar.</translation>
    </message>
    <message>
        <source>There is no file {path}: check the name and the folder.</source>
        <translation>O arquivo {path} não existe: confira o nome e a pasta.</translation>
    </message>
    <message>
        <source>{path} cannot be read ({reason}): choose another file.</source>
        <translation>{path} não pode ser lido ({reason}): escolha outro arquivo.</translation>
    </message>
    <message>
        <source>{path} is not a text file in UTF-8: save it again as UTF-8 text.</source>
        <translation>{path} não é um arquivo de texto em UTF-8: salve-o de novo como texto UTF-8.</translation>
    </message>
    <message>
        <source>{path} is not JSON: line {line}, column {column} is wrong ({reason}).</source>
        <translation>{path} não é JSON: há um erro na linha {line}, coluna {column} ({reason}).</translation>
    </message>
    <message>
        <source>{path} is JSON of a kind that cannot be read ({reason}): make it simpler.</source>
        <translation>{path} é um JSON de um tipo que não pode ser lido ({reason}): simplifique-o.</translation>
    </message>
    <message>
        <source>{path} is not a whole NPZ archive, so Q, K and V cannot be read from it: save it again.</source>
        <translation>{path} não é um arquivo NPZ inteiro, então Q, K e V não podem ser lidos dele: salve-o de novo.</translation>
    </message>
    <message>
        <source>The array {name} is damaged or holds Python objects, which are never unpickled: save it again as plain numbers.</source>
        <translation>O array {name} está danificado ou contém objetos Python, que nunca são desserializados (pickle): salve-o de novo só com números.</translation>
    </message>
    <message>
        <source>The causal alignment is &quot;top_left&quot; or &quot;bottom_right&quot;, not &quot;{value}&quot;.</source>
        <translation>O alinhamento causal é &quot;top_left&quot; ou &quot;bottom_right&quot;, não &quot;{value}&quot;.</translation>
    </message>
    <message>
        <source>The window is {value}: it must be 1 key or more.</source>
        <translation>A janela é {value}: precisa ter 1 chave ou mais.</translation>
    </message>
    <message>
        <source>The prefix is {value}: it must lie between 0 and the number of keys, {n_k}.</source>
        <translation>O prefixo é {value}: deve ficar entre 0 e o número de chaves, {n_k}.</translation>
    </message>
    <message>
        <source>The hand-made mask has the shape {shape}; it must be queries × keys, {n_q} × {n_k}.</source>
        <translation>A máscara feita à mão tem a forma {shape}; precisa ser consultas × chaves, {n_q} × {n_k}.</translation>
    </message>
    <message>
        <source>The hand-made mask needs a full table of 0 and 1 (1 = this query may see this key).</source>
        <translation>A máscara feita à mão precisa de uma tabela completa de 0 e 1 (1 = esta consulta pode ver esta chave).</translation>
    </message>
    <message>
        <source>The hand-made mask holds {value}: it may only hold 0 (hidden) and 1 (this query may see this key).</source>
        <translation>A máscara feita à mão contém {value}: só pode conter 0 (oculta) e 1 (esta consulta pode ver esta chave).</translation>
    </message>
    <message>
        <source>There is no position {index}: positions are numbered from 0 to {last}.</source>
        <translation>A posição {index} não existe: as posições vão de 0 a {last}.</translation>
    </message>
    <message>
        <source>{kind} uses an attention that is more than the formula: choose another model.</source>
        <translation>{kind} usa uma atenção que vai além da fórmula: escolha outro modelo.</translation>
    </message>
    <message>
        <source>The mask holds other numbers than 0 and 1: 1 = may see, 0 = hidden.</source>
        <translation>A máscara contém números além de 0 e 1: 1 = pode ver, 0 = oculta.</translation>
    </message>
    <message>
        <source>The numbers grow beyond what a float64 can hold (about 1.8e308): make them smaller.</source>
        <translation>Os números passam do que cabe em um float64 (cerca de 1.8e308): diminua-os.</translation>
    </message>
    <message>
        <source>The scores are {n_q} × {n_k}: only a square table of scores can be symmetric, so use the same tokens for both.</source>
        <translation>Os escores são {n_q} × {n_k}: só uma tabela quadrada de escores pode ser simétrica, então use os mesmos tokens para consultas e chaves.</translation>
    </message>
    <message>
        <source>Heads share their keys ({kv_heads} for {heads}), so W_Q cannot stand for W_K: give every head its own keys.</source>
        <translation>As cabeças compartilham as chaves ({kv_heads} para {heads}), então W_Q não pode substituir W_K: dê a cada cabeça as suas próprias chaves.</translation>
    </message>
    <message>
        <source>The columns of {name}, {columns}, and the rows of {matrix}, {rows}, differ: a product needs the same number in both.</source>
        <translation>As colunas de {name}, {columns}, e as linhas de {matrix}, {rows}, diferem: um produto precisa do mesmo número nas duas.</translation>
    </message>
    <message>
        <source>{name} needs one row per token, not the shape {shape}: give a single table.</source>
        <translation>{name} precisa de uma linha por token, não da forma {shape}: dê uma única tabela.</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; divides by 0: write another number.</source>
        <translation>&quot;{text}&quot; divide por 0: escreva outro número.</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is beyond what a float64 can hold (about 1.8e308): write a smaller one.</source>
        <translation>&quot;{text}&quot; passa do que cabe em um float64 (cerca de 1.8e308): escreva um número menor.</translation>
    </message>
    <message>
        <source>The cell is empty: write a number.</source>
        <translation>A célula está vazia: escreva um número.</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a finite number: every cell needs one.</source>
        <translation>&quot;{text}&quot; não é um número finito: toda célula precisa de um.</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; holds a comma: write the decimal mark as a point, as in 1.5.</source>
        <translation>&quot;{text}&quot; contém uma vírgula: escreva o separador decimal como ponto, como em 1.5.</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a number: write one like 1.5, -3, 1e-5 or 1/3.</source>
        <translation>&quot;{text}&quot; não é um número: escreva um como 1.5, -3, 1e-5 ou 1/3.</translation>
    </message>
    <message>
        <source>Line {line} has &quot;{text}&quot;, one number or two: write 1234.5, or put a tab between two numbers.</source>
        <translation>A linha {line} tem &quot;{text}&quot;, um número ou dois: escreva 1234.5, ou ponha uma tabulação entre dois números.</translation>
    </message>
    <message>
        <source>Line {line} has a quotation mark that does not fit: remove it.</source>
        <translation>A linha {line} tem uma aspa fora do lugar: remova-a.</translation>
    </message>
    <message>
        <source>Line 1 is empty: the text holds no numbers.</source>
        <translation>A linha 1 está vazia: o texto não contém números.</translation>
    </message>
    <message>
        <source>Line {line} holds words (&quot;{text}&quot;) where numbers belong: delete the heading.</source>
        <translation>A linha {line} contém palavras (&quot;{text}&quot;) onde deveria haver números: apague o cabeçalho.</translation>
    </message>
    <message>
        <source>Line {line} has nothing in column {column}, but line {first} has: fill it in.</source>
        <translation>A linha {line} não tem nada na coluna {column}, mas a linha {first} tem: preencha-a.</translation>
    </message>
    <message>
        <source>Line {line} goes on in column {column}, but line {first} does not: cut it off.</source>
        <translation>A linha {line} continua na coluna {column}, mas a linha {first} não: corte o excesso.</translation>
    </message>
    <message>
        <source>Line {line}, column {column} is empty: every cell needs a number.</source>
        <translation>A linha {line}, coluna {column} está vazia: toda célula precisa de um número.</translation>
    </message>
    <message>
        <source>Line {line}, column {column} is &quot;{text}&quot;: write the decimal mark as a point, as in 1.5.</source>
        <translation>A linha {line}, coluna {column} é &quot;{text}&quot;: escreva o separador decimal como ponto, como em 1.5.</translation>
    </message>
    <message>
        <source>Line {line}, column {column} is &quot;{text}&quot;: every cell needs a finite number like 1.5, -3 or 1e-5.</source>
        <translation>A linha {line}, coluna {column} é &quot;{text}&quot;: toda célula precisa de um número finito como 1.5, -3 ou 1e-5.</translation>
    </message>
    <message>
        <source>The file has the arrays {names}: keep one of them, or name it &quot;{name}&quot;.</source>
        <translation>O arquivo tem os arrays {names}: mantenha só um deles ou chame-o de &quot;{name}&quot;.</translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a whole number from 0 on.</source>
        <translation>&quot;{text}&quot; não é um número inteiro a partir de 0.</translation>
    </message>
    <message>
        <source>An empty cell is no number: write one, 0 if you mean 0.</source>
        <translation>Uma célula vazia não é um número: escreva um, 0 se for o caso.</translation>
    </message>
    <message>
        <source>A table of {rows} × {columns} does not fit here: from this cell on there is room for {high} × {wide}.</source>
        <translation>Uma tabela de {rows} × {columns} não cabe aqui: a partir desta célula há lugar para {high} × {wide}.</translation>
    </message>
    <message>
        <source>Cancelled before it was done: ask again when you want it.</source>
        <translation>Cancelado antes de terminar: peça de novo quando quiser.</translation>
    </message>
    <message>
        <source>There is not enough memory for this: try something smaller.</source>
        <translation>Não há memória suficiente para isto: tente algo menor.</translation>
    </message>
    <message>
        <source>This failed inside the program ({error}); the details are in the log file.</source>
        <translation>Isto falhou dentro do programa ({error}); os detalhes estão no arquivo de log.</translation>
    </message>
    <message>
        <source>{start} + ({count} more terms: {sum}) + {end}</source>
        <translation>{start} + (mais {count} termos: {sum}) + {end}</translation>
    </message>
    <message>
        <source>All heads together need --out with .npz or .json; here name one head or mean.</source>
        <translation>Todas as cabeças juntas precisam de --out com .npz ou .json; aqui, indique uma cabeça ou mean.</translation>
    </message>
    <message>
        <source>--head all takes the heads of every layer: leave --layer out.</source>
        <translation>--head all usa as cabeças de todas as camadas: omita --layer.</translation>
    </message>
    <message>
        <source>A {ending} file holds one map: give one text, or use .npz, .json or .txt.</source>
        <translation>Um arquivo {ending} guarda um mapa: dê um texto só, ou use .npz, .json ou .txt.</translation>
    </message>
    <message>
        <source>The text holds bytes that are not UTF-8: type it in a UTF-8 terminal.</source>
        <translation>O texto contém bytes que não são UTF-8: digite-o em um terminal UTF-8.</translation>
    </message>
    <message>
        <source>There is no layer {text}: this model has the layers 0 to {last}.</source>
        <translation>Não há camada {text}: este modelo tem as camadas de 0 a {last}.</translation>
    </message>
    <message>
        <source>There is no head {text}: name 0 to {last}, mean or all.</source>
        <translation>Não há cabeça {text}: indique de 0 a {last}, mean ou all.</translation>
    </message>
    <message>
        <source>The ending of {path} says nothing about the format: use {endings}.</source>
        <translation>O final de {path} não indica o formato: use {endings}.</translation>
    </message>
    <message>
        <source>CSV files and pictures hold one Step: name it with --step {steps}.</source>
        <translation>Arquivos CSV e imagens guardam um só passo: indique-o com --step {steps}.</translation>
    </message>
    <message>
        <source>{step} has the shape {shape}, more than one table: use --out with .npz, .json or .txt.</source>
        <translation>{step} tem a forma {shape}, mais de uma tabela: use --out com .npz, .json ou .txt.</translation>
    </message>
    <message>
        <source>The scores are not scaled.</source>
        <translation>Os escores não são escalados.</translation>
    </message>
    <message>
        <source>Divided by sqrt(d_model), with d_model = {heads} · {d_k}, instead of sqrt(d_k) = sqrt({d_k}).</source>
        <translation>Dividido por sqrt(d_model), com d_model = {heads} · {d_k}, em vez de sqrt(d_k) = sqrt({d_k}).</translation>
    </message>
    <message>
        <source>There is no dropout.</source>
        <translation>Não há dropout.</translation>
    </message>
    <message>
        <source>{cell} = {value}: dropout, with probability {p}, has dropped this weight.</source>
        <translation>{cell} = {value}: o dropout, com probabilidade {p}, zerou este peso.</translation>
    </message>
    <message>
        <source>{cell} = NaN: a weight of this row is NaN.</source>
        <translation>{cell} = NaN: um peso desta linha é NaN.</translation>
    </message>
    <message>
        <source>Keys with weight 0 add nothing: {count}.</source>
        <translation>Chaves com peso 0 não somam nada: {count}.</translation>
    </message>
    <message>
        <source>There is no display (DISPLAY and WAYLAND_DISPLAY are not set): start the program in a desktop session; the commands trace, map and doctor need no display.</source>
        <translation>Não há tela (DISPLAY e WAYLAND_DISPLAY não estão definidas): inicie o programa em uma sessão gráfica; os comandos trace, map e doctor não precisam de tela.</translation>
    </message>
    <message>
        <source>The display {display} does not answer: is the desktop session running, and may this user open windows there?</source>
        <translation>A tela {display} não responde: a sessão gráfica está em execução e este usuário pode abrir janelas nela?</translation>
    </message>
    <message>
        <source>The window needs {libraries}, missing on this system: install with `sudo apt install {packages}` (or your system&apos;s packages of these names).</source>
        <translation>A janela precisa de {libraries}, que faltam neste sistema: instale com `sudo apt install {packages}` (ou os pacotes do seu sistema com esses nomes).</translation>
    </message>
    <message>
        <source>The spread is {value}: it must be a number from {low:g} to {high:g}.</source>
        <translation>A dispersão é {value}: precisa ser um número de {low:g} a {high:g}.</translation>
    </message>
    <message>
        <source>The temperature is {value}: it must be a number from {low:g} to {high:g}.</source>
        <translation>A temperatura é {value}: precisa ser um número de {low:g} a {high:g}.</translation>
    </message>
    <message>
        <source>d_k is {value}: it must be a whole number from {low} to {high}.</source>
        <translation>d_k é {value}: precisa ser um número inteiro de {low} a {high}.</translation>
    </message>
    <message>
        <source>The number of keys is {value}: it must be a whole number from {low} to {high}.</source>
        <translation>O número de chaves é {value}: precisa ser um número inteiro de {low} a {high}.</translation>
    </message>
    <message>
        <source>The seed is {value}: it must be a whole number from {low} to {high}.</source>
        <translation>A semente é {value}: precisa ser um número inteiro de {low} a {high}.</translation>
    </message>
    <message>
        <source>{size} does not fit here: take a number from 1 to {largest}.</source>
        <translation>{size} não cabe aqui: use um número de 1 a {largest}.</translation>
    </message>
    <message>
        <source>{name} has the shape {given} and needs {needed}.</source>
        <translation>{name} tem a forma {given} e precisa de {needed}.</translation>
    </message>
    <message>
        <source>{heads} key heads cannot be cut down to {wanted}: take one of {near}.</source>
        <translation>{heads} cabeças de chave não podem ser reduzidas a {wanted}: use um destes números: {near}.</translation>
    </message>
    <message>
        <source>Dividing by sqrt(d_model) makes the weights too even. Each row still adds up to 1 and hidden cells are 0: only the comparison with torch finds it.</source>
        <translation>Dividir por sqrt(d_model) deixa os pesos parecidos demais. Cada linha ainda soma 1 e as células ocultas são 0: só a comparação com o torch o encontra.</translation>
    </message>
    <message>
        <source>The weight lies where the mask hides. A row can still add up to 1, so row sums alone prove nothing about the mask.</source>
        <translation>O peso está onde a máscara oculta. Uma linha ainda pode somar 1, então as somas das linhas sozinhas não provam nada sobre a máscara.</translation>
    </message>
    <message>
        <source>A query that sees no key divides 0 by 0: its row is NaN, and so is everything computed from it later.</source>
        <translation>Uma consulta que não vê nenhuma chave divide 0 por 0: a linha dela é NaN, e também tudo o que se calcula com ela depois.</translation>
    </message>
    <message>
        <source>Each column adds up to 1, not each row: the queries share out a key instead of the keys a query.</source>
        <translation>Cada coluna soma 1, não cada linha: as consultas repartem uma chave, em vez de as chaves repartirem uma consulta.</translation>
    </message>
    <message>
        <source>Hidden cells are 0, but their scores took part in the softmax: what is left of a row adds up to less than 1.</source>
        <translation>As células ocultas são 0, mas os escores delas entraram no softmax: o que sobra de uma linha soma menos que 1.</translation>
    </message>
    <message>
        <source>A hidden score lies so far above the visible ones that their weights were rounded to 0 before the sum was taken: nothing, or little of it, can be brought back.</source>
        <translation>Um escore oculto está tão acima dos visíveis que os pesos destes foram arredondados para 0 antes da soma: nada, ou pouco, pode ser recuperado.</translation>
    </message>
    <message>
        <source>Some weights are 0 and the others too large, so the rows do not add up to 1, and every run differs: dropout belongs to training only.</source>
        <translation>Alguns pesos são 0 e os outros, grandes demais: as linhas não somam 1, e cada execução é diferente. O dropout é só para o treinamento.</translation>
    </message>
    <message>
        <source>The filler is a number like any other: where the visible scores lie near or below it, or where a query sees no key, hidden keys get weight. Only -inf hides for sure.</source>
        <translation>O valor de máscara é um número como qualquer outro: onde os escores visíveis estão perto ou abaixo dele, ou onde uma consulta não vê nenhuma chave, chaves ocultas recebem peso. Só -inf oculta com certeza.</translation>
    </message>
    <message>
        <source>Dividing by the sum again gives the right weights, so no check fails; it goes wrong once a hidden score is hundreds above the visible ones.</source>
        <translation>Dividir de novo pela soma dá os pesos certos, então nenhuma verificação falha; dá errado assim que um escore oculto está centenas acima dos visíveis.</translation>
    </message>
    <message>
        <source>With these scores the filler lies low enough: every hidden weight is rounded to exactly 0.</source>
        <translation>Com estes escores o valor de máscara é baixo o bastante: todo peso oculto é arredondado para exatamente 0.</translation>
    </message>
    <message>
        <source>With these numbers it changes no result, so no check can find it.</source>
        <translation>Com estes números ele não muda nenhum resultado, então nenhuma verificação pode encontrá-lo.</translation>
    </message>
    <message>
        <source>The scores are divided by sqrt(d_model) instead of sqrt(d_k); d_model is the number of heads times d_k (the last leading axis counts the heads; without one, {heads} heads are assumed).</source>
        <translation>Os escores são divididos por sqrt(d_model) em vez de sqrt(d_k); d_model é o número de cabeças vezes d_k (o último eixo inicial conta as cabeças; sem ele, supõem-se {heads} cabeças).</translation>
    </message>
    <message>
        <source>The mask is read the other way round: what may be seen is hidden.</source>
        <translation>A máscara é lida ao contrário: o que pode ser visto fica oculto.</translation>
    </message>
    <message>
        <source>A query that sees no key becomes NaN (0 divided by 0) instead of 0.</source>
        <translation>Uma consulta que não vê nenhuma chave vira NaN (0 dividido por 0) em vez de 0.</translation>
    </message>
    <message>
        <source>Softmax runs down each column (over the queries) instead of along each row.</source>
        <translation>O softmax percorre cada coluna (sobre as consultas) em vez de cada linha.</translation>
    </message>
    <message>
        <source>The mask comes after the softmax: hidden weights are set to 0, the others stay as they are.</source>
        <translation>A máscara vem depois do softmax: os pesos ocultos são zerados, os outros ficam como estão.</translation>
    </message>
    <message>
        <source>The mask comes after the softmax, and the weights that are left are divided by their sum.</source>
        <translation>A máscara vem depois do softmax, e os pesos que sobram são divididos pela soma deles.</translation>
    </message>
    <message>
        <source>Dropout stays on when the model is used, with probability {p} if none is set.</source>
        <translation>O dropout continua ligado quando o modelo é usado, com probabilidade {p} se nenhuma for definida.</translation>
    </message>
    <message>
        <source>There is no mistake &quot;{key}&quot;; known ones are {known}.</source>
        <translation>Não há erro &quot;{key}&quot;; os conhecidos são {known}.</translation>
    </message>
    <message>
        <source>mask_after_softmax leaves the weights as they are and mask_after_renormalised divides them by their sum: switch one of the two off.</source>
        <translation>mask_after_softmax deixa os pesos como estão e mask_after_renormalised os divide pela soma deles: desligue um dos dois.</translation>
    </message>
    <message>
        <source>This kind of model gives its maps but not its queries and keys, so its heads cannot be sent to the bench.</source>
        <translation>Este tipo de modelo fornece os mapas, mas não as consultas e as chaves, então as cabeças dele não podem ser enviadas à bancada.</translation>
    </message>
    <message>
        <source>There is no layer {layer}: this model has layers 0 to {last}.</source>
        <translation>Não há camada {layer}: este modelo tem camadas de 0 a {last}.</translation>
    </message>
    <message>
        <source>There is no head {head}: layer {layer} has heads 0 to {last}.</source>
        <translation>Não há cabeça {head}: a camada {layer} tem cabeças de 0 a {last}.</translation>
    </message>
    <message>
        <source>The text is empty: type at least one character.</source>
        <translation>O texto está vazio: digite pelo menos um caractere.</translation>
    </message>
    <message>
        <source>Running the model</source>
        <translation>Executando o modelo</translation>
    </message>
    <message>
        <source>This kind of model counts padding as positions: pad on the right.</source>
        <translation>Este tipo de modelo conta o preenchimento (padding) como posições: preencha à direita.</translation>
    </message>
    <message>
        <source>The heads of this kind of model cannot be switched off.</source>
        <translation>As cabeças deste tipo de modelo não podem ser desligadas.</translation>
    </message>
    <message>
        <source>A model of the kind {kind} has no attention maps: choose another model.</source>
        <translation>Um modelo do tipo {kind} não tem mapas de atenção: escolha outro modelo.</translation>
    </message>
    <message>
        <source>The text has no tokens: type at least one character.</source>
        <translation>O texto não tem tokens: digite pelo menos um caractere.</translation>
    </message>
    <message>
        <source>The text has {tokens} tokens and this model takes at most {positions}: shorten the text.</source>
        <translation>O texto tem {tokens} tokens e este modelo aceita no máximo {positions}: encurte o texto.</translation>
    </message>
    <message>
        <source>The tokenizer gives token {token} and the model knows {known} tokens: they do not belong together.</source>
        <translation>O tokenizador dá o token {token} e o modelo conhece {known} tokens: os dois não são um do outro.</translation>
    </message>
    <message>
        <source>The heads of this model share their attention with a sink that is no token, so they cannot be sent to the bench.</source>
        <translation>As cabeças deste modelo dividem a atenção com um sumidouro (sink) que não é um token, então não podem ser enviadas à bancada.</translation>
    </message>
    <message>
        <source>No model is named: give a folder or a hub name.</source>
        <translation>Nenhum modelo foi indicado: dê uma pasta ou um nome do hub.</translation>
    </message>
    <message>
        <source>This folder does not exist: {path}. Check how it is spelled.</source>
        <translation>Esta pasta não existe: {path}. Confira como está escrita.</translation>
    </message>
    <message>
        <source>The bundled demo model is missing from {path}: install the app again or load another model.</source>
        <translation>O modelo de demonstração incluído não está em {path}: instale o aplicativo de novo ou carregue outro modelo.</translation>
    </message>
    <message>
        <source>{folder} has no config.json: choose the folder that a model was saved in, all files together.</source>
        <translation>{folder} não tem config.json: escolha a pasta em que um modelo foi salvo, com todos os arquivos juntos.</translation>
    </message>
    <message>
        <source>{path} does not say what kind of model it is (model_type): download it again from its source.</source>
        <translation>{path} não diz de que tipo de modelo se trata (model_type): baixe-o de novo da origem.</translation>
    </message>
    <message>
        <source>{file} is missing: the weights are in {count} files, download all of them.</source>
        <translation>Falta {file}: os pesos estão em {count} arquivos, baixe todos.</translation>
    </message>
    <message>
        <source>{file} is empty: download it again.</source>
        <translation>{file} está vazio: baixe-o de novo.</translation>
    </message>
    <message>
        <source>{file} is only a pointer to the weights, as a git clone without LFS leaves it: run git lfs pull there.</source>
        <translation>{file} é só um ponteiro para os pesos, como o deixa um git clone sem LFS: execute git lfs pull lá.</translation>
    </message>
    <message>
        <source>{file} is a web page, not weights: download the file itself.</source>
        <translation>{file} é uma página da web, não pesos: baixe o próprio arquivo.</translation>
    </message>
    <message>
        <source>{folder} has no tokenizer (tokenizer.json), so text cannot be cut into tokens: copy the tokenizer&apos;s files from where the model came from.</source>
        <translation>{folder} não tem tokenizador (tokenizer.json), então o texto não pode ser cortado em tokens: copie os arquivos do tokenizador de onde veio o modelo.</translation>
    </message>
    <message>
        <source>No tokenizer can be made from {file} ({reason}): download it again from the model&apos;s source.</source>
        <translation>Não é possível montar um tokenizador a partir de {file} ({reason}): baixe o arquivo de novo da origem do modelo.</translation>
    </message>
    <message>
        <source>{path} is a file: choose the folder that holds config.json.</source>
        <translation>{path} é um arquivo: escolha a pasta que contém config.json.</translation>
    </message>
    <message>
        <source>{path} is not what its name says (perhaps a web page was saved instead): download it again.</source>
        <translation>{path} não é o que o nome diz (talvez uma página da web tenha sido salva no lugar): baixe-o de novo.</translation>
    </message>
    <message>
        <source>{folder} has its weights only in {file}, a format that can run code when it is opened, so it is never opened here: save the model as safetensors.</source>
        <translation>{folder} só tem os pesos em {file}, um formato que pode executar código ao ser aberto, e por isso nunca é aberto aqui: salve o modelo como safetensors.</translation>
    </message>
    <message>
        <source>{file} is in GGUF format, which is not read here: load the safetensors version of the model.</source>
        <translation>{file} está no formato GGUF, que não é lido aqui: carregue a versão safetensors do modelo.</translation>
    </message>
    <message>
        <source>{folder} has no weights (model.safetensors): download that file into the folder too.</source>
        <translation>{folder} não tem pesos (model.safetensors): baixe esse arquivo também para a pasta.</translation>
    </message>
    <message>
        <source>{file} is damaged or not a safetensors file: download it again.</source>
        <translation>{file} está danificado ou não é um arquivo safetensors: baixe-o de novo.</translation>
    </message>
    <message>
        <source>{file} ends too early, after {size} bytes, as after a broken download: download it again.</source>
        <translation>{file} termina cedo demais, após {size} bytes, como em um download interrompido: baixe-o de novo.</translation>
    </message>
    <message>
        <source>Asking the hub for {name}</source>
        <translation>Pedindo {name} ao hub</translation>
    </message>
    <message>
        <source>{name} has no safetensors weights with a config.json on the hub: choose another model.</source>
        <translation>{name} não tem pesos safetensors com um config.json no hub: escolha outro modelo.</translation>
    </message>
    <message>
        <source>Downloading {file}</source>
        <translation>Baixando {file}</translation>
    </message>
    <message>
        <source>There is no folder and no public model on the hub called {name}: check how it is spelled.</source>
        <translation>Não há pasta nem modelo público no hub chamado {name}: confira como está escrito.</translation>
    </message>
    <message>
        <source>{name} needs permission: accept its conditions on its hub page and log in with hf auth login, then try again.</source>
        <translation>{name} precisa de permissão: aceite as condições na página dele no hub, entre com hf auth login e tente de novo.</translation>
    </message>
    <message>
        <source>The hub answered with error {status} for {name}: try again later.</source>
        <translation>O hub respondeu com o erro {status} para {name}: tente de novo mais tarde.</translation>
    </message>
    <message>
        <source>{name} could not be written to the cache folder ({reason}): free some space there, or choose another folder with HF_HOME.</source>
        <translation>{name} não pôde ser gravado na pasta de cache ({reason}): libere espaço nela ou escolha outra pasta com HF_HOME.</translation>
    </message>
    <message>
        <source>There is no connection to the hub and {name} is not in the cache: connect to the internet, or give the folder of a model.</source>
        <translation>Não há conexão com o hub e {name} não está no cache: conecte-se à internet ou dê a pasta de um modelo.</translation>
    </message>
    <message>
        <source>Layer {layer} of this model does more than project, attend and join (its output differs by {difference:.2g}), so its heads cannot be taken apart: choose another model, such as GPT-2.</source>
        <translation>A camada {layer} deste modelo faz mais do que projetar, atender e juntar (a saída difere em {difference:.2g}), então as cabeças dela não podem ser separadas: escolha outro modelo, como o GPT-2.</translation>
    </message>
    <message>
        <source>A model of the kind {kind} turns queries and keys by their position (rotary positions) between projection and scores, so its heads cannot be taken apart here: choose another model, such as GPT-2.</source>
        <translation>Um modelo do tipo {kind} gira consultas e chaves conforme a posição (posições rotativas) entre a projeção e os escores, então as cabeças dele não podem ser separadas aqui: escolha outro modelo, como o GPT-2.</translation>
    </message>
    <message>
        <source>This model does not say how many heads it has: choose another model.</source>
        <translation>Este modelo não diz quantas cabeças tem: escolha outro modelo.</translation>
    </message>
    <message>
        <source>A model of the kind {kind} keeps its projections in a way that is not known here: choose another model, such as GPT-2.</source>
        <translation>Um modelo do tipo {kind} guarda as projeções de um modo que não é conhecido aqui: escolha outro modelo, como o GPT-2.</translation>
    </message>
    <message>
        <source>Looking for {name}</source>
        <translation>Procurando {name}</translation>
    </message>
    <message>
        <source>Reading the weights</source>
        <translation>Lendo os pesos</translation>
    </message>
    <message>
        <source>Moving the model to {device}</source>
        <translation>Movendo o modelo para {device}</translation>
    </message>
    <message>
        <source>The model is ready</source>
        <translation>O modelo está pronto</translation>
    </message>
    <message>
        <source>{path} names a kind of model that is not known here, {kind}: choose another model.</source>
        <translation>{path} indica um tipo de modelo que não é conhecido aqui, {kind}: escolha outro modelo.</translation>
    </message>
    <message>
        <source>The weights in {folder} do not fit its config.json: {key} has shape {stored} instead of {wanted}; take both files from the same model.</source>
        <translation>Os pesos em {folder} não combinam com o config.json: {key} tem a forma {stored} em vez de {wanted}; use os dois arquivos do mesmo modelo.</translation>
    </message>
    <message>
        <source>The weights in {folder} do not fit its config.json: {count} of them are missing, {key} for example; take both files from the same model.</source>
        <translation>Os pesos em {folder} não combinam com o config.json: faltam {count} deles, {key} por exemplo; use os dois arquivos do mesmo modelo.</translation>
    </message>
    <message>
        <source>The weights in {folder} do not fit its config.json: {count} belong to layers that it does not have, {key} for example; take both files from the same model.</source>
        <translation>Os pesos em {folder} não combinam com o config.json: {count} são de camadas que ele não tem, {key} por exemplo; use os dois arquivos do mesmo modelo.</translation>
    </message>
    <message>
        <source>The weights in {folder} hold NaN or infinite numbers, in {key} for example: download them again.</source>
        <translation>Os pesos em {folder} contêm NaN ou números infinitos, em {key} por exemplo: baixe-os de novo.</translation>
    </message>
    <message>
        <source>{path} cannot be used ({reason}): take all files of the model from its source again.</source>
        <translation>{path} não pode ser usado ({reason}): baixe de novo todos os arquivos do modelo da origem.</translation>
    </message>
    <message>
        <source>The number of key heads, {kv_heads}, must divide that of the heads, {heads}: take {near}, for example.</source>
        <translation>O número de cabeças de chave, {kv_heads}, deve dividir o de cabeças, {heads}: use {near}, por exemplo.</translation>
    </message>
    <message>
        <source>The rows of W_O, {rows}, must be as many as the columns that all heads give together, {columns}.</source>
        <translation>As linhas de W_O, {rows}, devem ser tantas quantas as colunas que todas as cabeças dão juntas, {columns}.</translation>
    </message>
    <message>
        <source>A width of {d_model} cannot be split into {heads} equal heads: take {near}, for example.</source>
        <translation>Uma largura de {d_model} não pode ser dividida em {heads} cabeças iguais: use {near}, por exemplo.</translation>
    </message>
    <message>
        <source>{name} needs rows and columns, not the shape {shape}: give a single table.</source>
        <translation>{name} precisa de linhas e colunas, não da forma {shape}: dê uma única tabela.</translation>
    </message>
    <message>
        <source>The number of columns of {name} is {given}: it must be {needed}.</source>
        <translation>O número de colunas de {name} é {given}: deve ser {needed}.</translation>
    </message>
    <message>
        <source>There is no random matrix of the kind &quot;{kind}&quot;: choose one of {known}.</source>
        <translation>Não há matriz aleatória do tipo &quot;{kind}&quot;: escolha entre {known}.</translation>
    </message>
    <message>
        <source>{name} is {value}: it must be 1 or more.</source>
        <translation>{name} é {value}: precisa ser 1 ou mais.</translation>
    </message>
    <message>
        <source>The number of pairs is {value}: it must be 2 or more.</source>
        <translation>O número de pares é {value}: precisa ser 2 ou mais.</translation>
    </message>
    <message>
        <source>Drawing scores</source>
        <translation>Sorteando escores</translation>
    </message>
    <message>
        <source>The number of draws is {value}: it must be 1 or more.</source>
        <translation>O número de sorteios é {value}: precisa ser 1 ou mais.</translation>
    </message>
    <message>
        <source>Drawing weights for d_k = {d_k}</source>
        <translation>Sorteando pesos para d_k = {d_k}</translation>
    </message>
    <message>
        <source>Not hidden yet: the mask comes after the softmax.</source>
        <translation>Ainda não oculta: a máscara vem depois do softmax.</translation>
    </message>
    <message>
        <source>The mask is read the other way round: query {query} may see key {key}, so it is hidden.</source>
        <translation>A máscara é lida ao contrário: a consulta {query} pode ver a chave {key}, por isso ela fica oculta.</translation>
    </message>
    <message>
        <source>The mask is read the other way round: query {query} may not see key {key}, so it is shown.</source>
        <translation>A máscara é lida ao contrário: a consulta {query} não pode ver a chave {key}, por isso ela aparece.</translation>
    </message>
    <message>
        <source>Hidden by the causal rule: key {key} comes after query {query}.</source>
        <translation>Oculta pela regra causal: a chave {key} vem depois da consulta {query}.</translation>
    </message>
    <message>
        <source>Hidden by the window: key {key} is too far from query {query}.</source>
        <translation>Oculta pela janela: a chave {key} está longe demais da consulta {query}.</translation>
    </message>
    <message>
        <source>Hidden as padding: no query sees key {key}.</source>
        <translation>Oculta como preenchimento (padding): nenhuma consulta vê a chave {key}.</translation>
    </message>
    <message>
        <source>Hidden by the hand-made mask at query {query}, key {key}.</source>
        <translation>Oculta pela máscara feita à mão na consulta {query}, chave {key}.</translation>
    </message>
    <message>
        <source>Hidden by the causal rule: aligned bottom right, query {query} stands at position {position}, and key {key} comes after it.</source>
        <translation>Oculta pela regra causal: alinhada pelo fim, a consulta {query} está na posição {position}, e a chave {key} vem depois dela.</translation>
    </message>
    <message>
        <source>Hidden by the window: aligned bottom right, query {query} stands at position {position}, too far from key {key}.</source>
        <translation>Oculta pela janela: alinhada pelo fim, a consulta {query} está na posição {position}, longe demais da chave {key}.</translation>
    </message>
    <message>
        <source>{cell} = 0 / 0 = NaN: nothing is left to share out.</source>
        <translation>{cell} = 0 / 0 = NaN: não sobra nada para repartir.</translation>
    </message>
    <message>
        <source>{cell} = 0: the mask sets it to 0 after the softmax.</source>
        <translation>{cell} = 0: a máscara a zera depois do softmax.</translation>
    </message>
    <message>
        <source>{cell} = 0: every score is hidden, so there is nothing to share out.</source>
        <translation>{cell} = 0: todos os escores estão ocultos, então não há nada para repartir.</translation>
    </message>
    <message>
        <source>{cell} = 0: a hidden score counts as −∞, and exp(−∞) = 0.</source>
        <translation>{cell} = 0: um escore oculto conta como −∞, e exp(−∞) = 0.</translation>
    </message>
    <message>
        <source>{peak} is the largest score of the column: the softmax runs over the queries here.</source>
        <translation>{peak} é o maior escore da coluna: aqui o softmax percorre as consultas.</translation>
    </message>
    <message>
        <source>{peak} is the largest score of the row; taking it off changes no weight and keeps exp from overflowing.</source>
        <translation>{peak} é o maior escore da linha; subtraí-lo não muda nenhum peso e evita que exp estoure.</translation>
    </message>
    <message>
        <source>Then the mask sets hidden weights to 0, and each one left is divided by the sum of those left:</source>
        <translation>Depois a máscara zera os pesos ocultos, e cada um que sobra é dividido pela soma dos que sobram:</translation>
    </message>
    <message>
        <source>This text has {count} tokens and the heads take {most}: shorten it.</source>
        <translation>Este texto tem {count} tokens e as cabeças aceitam {most}: encurte-o.</translation>
    </message>
    <message>
        <source>{size} does not fit here: the bench takes 1 to {largest} rows and columns.</source>
        <translation>{size} não cabe aqui: a bancada aceita de 1 a {largest} linhas e colunas.</translation>
    </message>
    <message>
        <source>This head adds something to its scores (relative positions or a soft cap) that the bench does not have: look at its map here.</source>
        <translation>Esta cabeça soma aos seus escores algo (posições relativas ou um limite suave) que a bancada não tem: veja o mapa dela aqui.</translation>
    </message>
    <message>
        <source>The text has {tokens} tokens and the bench takes {largest}: send a shorter text to the bench.</source>
        <translation>O texto tem {tokens} tokens e a bancada aceita {largest}: envie à bancada um texto mais curto.</translation>
    </message>
    <message>
        <source>The field is empty: type a number from {low} to {high}.</source>
        <translation>O campo está vazio: digite um número de {low} a {high}.</translation>
    </message>
</context>
<context>
    <name>status</name>
    <message>
        <source>looking for devices</source>
        <translation>procurando dispositivos</translation>
    </message>
    <message>
        <source>checking with torch</source>
        <translation>verificando com o torch</translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation>carregando o modelo</translation>
    </message>
    <message>
        <source>running the model</source>
        <translation>executando o modelo</translation>
    </message>
    <message>
        <source>taking a layer</source>
        <translation>lendo uma camada</translation>
    </message>
    <message>
        <source>sending the head to the bench</source>
        <translation>enviando a cabeça à bancada</translation>
    </message>
    <message>
        <source>drawing the map</source>
        <translation>desenhando o mapa</translation>
    </message>
    <message>
        <source>reading a head</source>
        <translation>lendo uma cabeça</translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>entropy</source>
        <translation>entropia</translation>
    </message>
    <message>
        <source>X</source>
        <translation>X</translation>
    </message>
    <message>
        <source>Y</source>
        <translation>Y</translation>
    </message>
    <message>
        <source>W_Q</source>
        <translation>W_Q</translation>
    </message>
    <message>
        <source>W_K</source>
        <translation>W_K</translation>
    </message>
    <message>
        <source>W_V</source>
        <translation>W_V</translation>
    </message>
    <message>
        <source>Q</source>
        <translation>Q</translation>
    </message>
    <message>
        <source>K</source>
        <translation>K</translation>
    </message>
    <message>
        <source>V</source>
        <translation>V</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>escores</translation>
    </message>
    <message>
        <source>head output</source>
        <translation>saída da cabeça</translation>
    </message>
    <message>
        <source>concat</source>
        <translation>concat</translation>
    </message>
    <message>
        <source>W_O</source>
        <translation>W_O</translation>
    </message>
    <message>
        <source>one head</source>
        <translation>uma cabeça</translation>
    </message>
    <message>
        <source>contribution of head {head}</source>
        <translation>cabeça {head}: contribuição</translation>
    </message>
    <message>
        <source>output, head {head} at {percent} %</source>
        <translation>saída, cabeça {head} a {percent} %</translation>
    </message>
    <message>
        <source>{name}, key head {head}</source>
        <translation>{name}, cabeça de chave {head}</translation>
    </message>
    <message>
        <source>{name}, head {head}</source>
        <translation>{name}, cabeça {head}</translation>
    </message>
    <message>
        <source>scaled</source>
        <translation>escalados</translation>
    </message>
    <message>
        <source>masked</source>
        <translation>mascarados</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>pesos</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>após dropout</translation>
    </message>
    <message>
        <source>output</source>
        <translation>saída</translation>
    </message>
    <message>
        <source>Shapes fit</source>
        <translation>As formas combinam</translation>
    </message>
    <message>
        <source>Rows sum to 1</source>
        <translation>As linhas somam 1</translation>
    </message>
    <message>
        <source>Hidden cells are exactly 0</source>
        <translation>Células ocultas são exatamente 0</translation>
    </message>
    <message>
        <source>Weight lies where the mask allows</source>
        <translation>O peso está onde a máscara deixa</translation>
    </message>
    <message>
        <source>All numbers are finite</source>
        <translation>Todos os números são finitos</translation>
    </message>
    <message>
        <source>Gradient reaches Q, K and V</source>
        <translation>O gradiente chega a Q, K e V</translation>
    </message>
    <message>
        <source>Equal to torch&apos;s SDPA</source>
        <translation>Igual à SDPA do torch</translation>
    </message>
    <message>
        <source>Reference: which noun does the adjective mean?</source>
        <translation>Referência: a que substantivo o adjetivo se refere?</translation>
    </message>
    <message>
        <source>Repetition: what came after this word before?</source>
        <translation>Repetição: o que veio antes depois desta palavra?</translation>
    </message>
    <message>
        <source>Agreement: gender and number</source>
        <translation>Concordância: gênero e número</translation>
    </message>
    <message>
        <source>Recall: a fact from the beginning</source>
        <translation>Lembrança: um fato do começo</translation>
    </message>
    <message>
        <source>Scale by √d_model</source>
        <translation>Escala por √d_model</translation>
    </message>
    <message>
        <source>Inverted mask</source>
        <translation>Máscara invertida</translation>
    </message>
    <message>
        <source>Naive row without keys (NaN)</source>
        <translation>Linha sem chaves ingênua (NaN)</translation>
    </message>
    <message>
        <source>Softmax over queries</source>
        <translation>Softmax sobre as consultas</translation>
    </message>
    <message>
        <source>Mask after softmax</source>
        <translation>Máscara após o softmax</translation>
    </message>
    <message>
        <source>Mask after softmax, renormalised</source>
        <translation>Máscara após o softmax, renormalizada</translation>
    </message>
    <message>
        <source>Dropout left on</source>
        <translation>Dropout deixado ligado</translation>
    </message>
    <message>
        <source>Finite filler</source>
        <translation>Valor de máscara finito</translation>
    </message>
    <message>
        <source>Q, the query: what is this token looking for?</source>
        <translation>Q, a consulta: o que este token procura?</translation>
    </message>
    <message>
        <source>K, the key: what does this token offer to be found by?</source>
        <translation>K, a chave: o que este token oferece para ser encontrado?</translation>
    </message>
    <message>
        <source>V, the value: what does this token hand over when it is found?</source>
        <translation>V, o valor: o que este token entrega quando é encontrado?</translation>
    </message>
    <message>
        <source>A database looks up hard: one key matches and its value comes back. Attention looks up softly: every key matches a little, and the output is the average of all values, weighted by how well their keys match.</source>
        <translation>Um banco de dados faz uma busca dura: uma chave corresponde e o valor dela volta. A atenção faz uma busca suave: toda chave corresponde um pouco, e a saída é a média de todos os valores, ponderada por quanto as chaves correspondem.</translation>
    </message>
    <message>
        <source>A score says how well a query and a key point the same way: their dot product.</source>
        <translation>Um escore diz quanto uma consulta e uma chave apontam para o mesmo lado: o produto escalar das duas.</translation>
    </message>
    <message>
        <source>Dot products grow with d_k: their variance is d_k. Divided by √d_k they stay where softmax is soft.</source>
        <translation>Produtos escalares crescem com d_k: a variância deles é d_k. Divididos por √d_k, ficam onde o softmax é suave.</translation>
    </message>
    <message>
        <source>A hidden cell becomes −∞ before softmax, so that its weight is exactly 0.</source>
        <translation>Uma célula oculta vira −∞ antes do softmax, para que o peso dela seja exatamente 0.</translation>
    </message>
    <message>
        <source>Softmax turns each row into shares that sum to 1: where this query looks.</source>
        <translation>O softmax transforma cada linha em partes que somam 1: para onde esta consulta olha.</translation>
    </message>
    <message>
        <source>The values, mixed in these shares: what this query takes with it.</source>
        <translation>Os valores, misturados nessas partes: o que esta consulta leva consigo.</translation>
    </message>
    <message>
        <source>0 if the query looks at one key only, log n if at all n alike: how soft the look-up is.</source>
        <translation>0 se a consulta olha para uma só chave, log n se olha igualmente para todas as n: quão suave é a busca.</translation>
    </message>
    <message>
        <source>Four tokens, causal</source>
        <translation>Quatro tokens, causal</translation>
    </message>
    <message>
        <source>Smallest example</source>
        <translation>Menor exemplo</translation>
    </message>
    <message>
        <source>Saturating scores</source>
        <translation>Escores que saturam</translation>
    </message>
    <message>
        <source>Identity values</source>
        <translation>Valores identidade</translation>
    </message>
    <message>
        <source>Two keys tie</source>
        <translation>Duas chaves empatam</translation>
    </message>
    <message>
        <source>Cross-attention, 3 × 5</source>
        <translation>Atenção cruzada, 3 × 5</translation>
    </message>
    <message>
        <source>Padded batch of two</source>
        <translation>Lote com preenchimento</translation>
    </message>
    <message>
        <source>One row per token: what the layer receives. Every projection starts here.</source>
        <translation>Uma linha por token: o que a camada recebe. Toda projeção começa aqui.</translation>
    </message>
    <message>
        <source>The other tokens of cross-attention: keys and values are made of these rows.</source>
        <translation>Os outros tokens da atenção cruzada: chaves e valores são feitos destas linhas.</translation>
    </message>
    <message>
        <source>Makes the queries. Its columns are cut into runs, one per head; the lit ones are this head&apos;s.</source>
        <translation>Faz as consultas. As colunas são cortadas em faixas, uma por cabeça; as acesas são desta cabeça.</translation>
    </message>
    <message>
        <source>Makes the keys. A matrix of its own: with W_K = W_Q every score would read the same both ways.</source>
        <translation>Faz as chaves. Uma matriz própria: com W_K = W_Q, todo escore seria igual nos dois sentidos.</translation>
    </message>
    <message>
        <source>Makes the values: what a token hands over when it is looked at.</source>
        <translation>Faz os valores: o que um token entrega quando é olhado.</translation>
    </message>
    <message>
        <source>X · W_Q, this head&apos;s columns only: what each token looks for, in this head.</source>
        <translation>X · W_Q, só as colunas desta cabeça: o que cada token procura, nesta cabeça.</translation>
    </message>
    <message>
        <source>X · W_K, this head&apos;s columns only: what each token offers to be found by.</source>
        <translation>X · W_K, só as colunas desta cabeça: o que cada token oferece para ser encontrado.</translation>
    </message>
    <message>
        <source>X · W_V, this head&apos;s columns only: what each token hands over.</source>
        <translation>X · W_V, só as colunas desta cabeça: o que cada token entrega.</translation>
    </message>
    <message>
        <source>Q · Kᵀ in every head by itself: heads do not see each other here.</source>
        <translation>Q · Kᵀ em cada cabeça por si: aqui as cabeças não se veem.</translation>
    </message>
    <message>
        <source>Scaled, masked, softmax: where each token looks, a map of its own per head.</source>
        <translation>Escala, máscara, softmax: para onde cada token olha, um mapa próprio por cabeça.</translation>
    </message>
    <message>
        <source>weights · V: what this head has gathered for each token.</source>
        <translation>pesos · V: o que esta cabeça reuniu para cada token.</translation>
    </message>
    <message>
        <source>The heads&apos; outputs side by side: as wide as they are together.</source>
        <translation>As saídas das cabeças lado a lado: tão larga quanto todas juntas.</translation>
    </message>
    <message>
        <source>Mixes the heads. Its lit rows are this head&apos;s: through them alone it reaches the output.</source>
        <translation>Mistura as cabeças. As linhas acesas são desta cabeça: só por elas ela chega à saída.</translation>
    </message>
    <message>
        <source>concat · W_O: the sum of what all heads contribute, as wide as X.</source>
        <translation>concat · W_O: a soma do que todas as cabeças contribuem, tão larga quanto X.</translation>
    </message>
    <message>
        <source>Random, normal</source>
        <translation>Aleatória, normal</translation>
    </message>
    <message>
        <source>Random, uniform from −1 to 1</source>
        <translation>Aleatória, uniforme de −1 a 1</translation>
    </message>
    <message>
        <source>Random, orthogonal</source>
        <translation>Aleatória, ortogonal</translation>
    </message>
    <message>
        <source>Random, one-hot rows</source>
        <translation>Aleatória, linhas one-hot</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identidade</translation>
    </message>
    <message>
        <source>All 0</source>
        <translation>Tudo 0</translation>
    </message>
    <message>
        <source>Copy cells</source>
        <translation>Copiar células</translation>
    </message>
    <message>
        <source>Paste cells</source>
        <translation>Colar células</translation>
    </message>
    <message>
        <source>Fill</source>
        <translation>Preencher</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>Import {name}</source>
        <translation>Importar {name}</translation>
    </message>
    <message>
        <source>Matrices (*.csv *.tsv *.txt *.npz *.json)</source>
        <translation>Matrizes (*.csv *.tsv *.txt *.npz *.json)</translation>
    </message>
    <message>
        <source>entropy (nats)</source>
        <translation>entropia (nats)</translation>
    </message>
    <message>
        <source>Export plot</source>
        <translation>Exportar gráfico</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>Imagem PNG (*.png)</translation>
    </message>
    <message>
        <source>Written: {path}</source>
        <translation>Gravado: {path}</translation>
    </message>
    <message>
        <source>The plot is on the clipboard.</source>
        <translation>O gráfico está na área de transferência.</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropia</translation>
    </message>
    <message>
        <source>Entropy / log n</source>
        <translation>Entropia / log n</translation>
    </message>
    <message>
        <source>Jacobian norm</source>
        <translation>Norma da jacobiana</translation>
    </message>
    <message>
        <source>Largest weight</source>
        <translation>Maior peso</translation>
    </message>
    <message>
        <source>Effective keys</source>
        <translation>Chaves efetivas</translation>
    </message>
    <message>
        <source>Gradient at Q</source>
        <translation>Gradiente em Q</translation>
    </message>
    <message>
        <source>With it, d_k hardly matters; without, entropy falls towards 0.</source>
        <translation>Com ela, d_k quase não importa; sem ela, a entropia cai em direção a 0.</translation>
    </message>
    <message>
        <source>What softmax lets through backwards: with it, alike for every d_k; without, it dies out in the end.</source>
        <translation>O que o softmax deixa passar para trás: com ela, igual para todo d_k; sem ela, some no fim.</translation>
    </message>
    <message>
        <source>Without, one key ends up with nearly all the weight.</source>
        <translation>Sem ela, uma chave acaba com quase todo o peso.</translation>
    </message>
    <message>
        <source>How many keys a row looks at: without, one in the end.</source>
        <translation>Para quantas chaves uma linha olha: sem ela, uma no fim.</translation>
    </message>
    <message>
        <source>Without, the typical gradient rises, then vanishes. Not so the mean: rare rows where two keys nearly tie carry it.</source>
        <translation>Sem ela, o gradiente típico sobe e depois some. A média não: linhas raras em que duas chaves quase empatam a sustentam.</translation>
    </message>
    <message>
        <source>0 if the query looks at one key only, log n if at all n alike.</source>
        <translation>0 se a consulta olha para uma só chave, log n se olha igualmente para todas as n.</translation>
    </message>
    <message>
        <source>The part of the largest possible entropy, log n: how soft the row is.</source>
        <translation>A parte da maior entropia possível, log n: quão suave é a linha.</translation>
    </message>
    <message>
        <source>The share that the first key takes.</source>
        <translation>A parte que fica com a primeira chave.</translation>
    </message>
    <message>
        <source>exp(entropy): as many keys looked at alike would be as soft.</source>
        <translation>exp(entropia): tantas chaves olhadas por igual seriam tão suaves quanto esta linha.</translation>
    </message>
    <message>
        <source>Frobenius norm of diag(p) − p pᵀ: how much the weights move when the scores do; 0 = saturated.</source>
        <translation>Norma de Frobenius de diag(p) − p pᵀ: quanto os pesos se movem quando os escores se movem; 0 = saturado.</translation>
    </message>
    <message>
        <source>Length of the gradient that reaches this query if the output is one number: the weights times one drawn value per key.</source>
        <translation>Comprimento do gradiente que chega a esta consulta se a saída é um só número: os pesos vezes um valor sorteado por chave.</translation>
    </message>
    <message>
        <source>no scale</source>
        <translation>sem escala</translation>
    </message>
</context>
</TS>
