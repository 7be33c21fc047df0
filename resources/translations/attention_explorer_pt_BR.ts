<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pt_BR" sourcelanguage="en">
<context>
    <name>AuditPanel</name>
    <message>
        <source>waiting for torch</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ExportActions</name>
    <message>
        <source>Export &amp;picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;numbers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Table with labels (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NumPy archive (*.npz)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export numbers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no picture here yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture is on the clipboard.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written: {path}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>HeadMapPanel</name>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Head</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The map appears here when the model has read the text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}, layer {layer}, mean of all heads</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{model}, layer {layer}, head {head}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>mean of all heads</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Attention Explorer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MaskPanel</name>
    <message>
        <source>Causal mask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>aligned top left (as torch&apos;s is_causal)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>aligned bottom right (as with a KV cache)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Causal alignment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys that are padding, by number: 0, 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Seed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Padding keys</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelSource</name>
    <message>
        <source>Model: name or folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>demo, a folder, or a name on the hub</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Load</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}: {layers} layers, {heads} heads, on {device}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A model&apos;s folder</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelText</name>
    <message>
        <source>Text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a sentence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>query</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>feature</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>token</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{value} (masked)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{row}, {column}: {value}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>NaN (not a number)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>+∞ (infinite)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>−∞ (infinite)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PresetBox</name>
    <message>
        <source>Examples</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Example: {name}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Readout</name>
    <message>
        <source>Point at a cell to read its exact value; type into Q, K or V to change it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{block}[{row}, {column}] = {value}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ScalePanel</name>
    <message>
        <source>no scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>score multiplier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Score multiplier</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scale</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1/√d_k = 1/√{d_k} = {value}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ready</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>automatic</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StepBar</name>
    <message>
        <source>Steps of the formula</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Play or pause</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{number} of {count}: {name}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Strip</name>
    <message>
        <source>Edit {name}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>weights {weights}, output {output}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest difference from 1: {worst}; rows that see no key: {empty}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest difference from 1: {worst}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{hidden} hidden cells, {leaks} of them with a weight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{bad} cells are NaN or infinite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>every query sees at most one key, so no weight depends on Q or K</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>norms: Q {q}, K {k}, V {v}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>largest difference: {worst}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dropout is {value}: it must be at least 0 and below 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>K has {d_key} columns and Q has {d_query}: a dot product needs the same number in both.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>V has {n_v} rows and K has {n_k}: every key needs exactly one value.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The leading axes (batch, heads) do not fit together: Q {q}, K {k}, V {v}; give each array the same ones, or 1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} needs a full table of numbers: every row as long as the others, nothing but numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} needs at least one row and one column; its shape is {shape}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name}{cell} is {value}: every cell needs a finite number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The scale is &quot;sqrt_dk&quot;, &quot;none&quot; or a finite number, not {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} holds no JSON object: write {{&quot;q&quot;: [[..]], &quot;k&quot;: [[..]], &quot;v&quot;: [[..]]}}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is missing: q, k and v are needed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is given twice: keep one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The name &quot;{name}&quot; is unknown; the nearest known one is &quot;{nearest}&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is a word or a number, not {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is true or false, not {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is a whole number from 0 on, not {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is a number, not {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{name} is a list of positions such as [0, 3], not {value}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no device called {choice}: choose auto, cpu or cuda.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CUDA cannot be used: {reason}. Choose cpu or auto.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>this torch was built for the CPU only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>torch finds no NVIDIA GPU or no driver that fits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the GPU does not run this torch ({error})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory ({size} asked for): use a shorter text, a smaller model or another device.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is a folder: name a file in it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no folder {folder}: create it or choose another one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} may not be written to: choose another folder or name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The disk is full, so {path} was not written: free some space.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} could not be written ({reason}): choose another place.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no file {path}: check the name and the folder.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} cannot be read ({reason}): choose another file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not a text file in UTF-8: save it again as UTF-8 text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not JSON: line {line}, column {column}: {reason}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is JSON of a kind that cannot be read ({reason}): make it simpler.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{path} is not a whole NPZ archive, so Q, K and V cannot be read from it: save it again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The array {name} is damaged or holds Python objects, which are never unpickled: save it again as plain numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The causal alignment is &quot;top_left&quot; or &quot;bottom_right&quot;, not &quot;{value}&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window is {value}: it must be 1 key or more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The prefix is {value} keys long, but there are {n_k} keys.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hand-made mask has the shape {shape}; it must have {n_q} rows (queries) and {n_k} columns (keys).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hand-made mask needs a full table of 0 and 1 (1 = this query may see this key).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The hand-made mask holds {value}: it may only hold 0 (hidden) and 1 (this query may see this key).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no position {index}: positions are numbered from 0 to {last}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{kind} uses an attention that is more than the formula: choose another model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The mask holds other numbers than 0 and 1: 1 = may see, 0 = hidden.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{d_model} columns cannot be split into {heads} equal heads: take {near} heads, for example.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The numbers grow beyond what a float64 can hold (about 1.8e308): make them smaller.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{text}&quot; divides by 0: write another number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is beyond what a float64 can hold (about 1.8e308): write a smaller one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The cell is empty: write a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a finite number: every cell needs one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{text}&quot; holds a comma: write the decimal mark as a point, as in 1.5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a number: write one like 1.5, -3, 1e-5 or 1/3.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {line} has a quotation mark that does not fit: remove it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line 1 is empty: the text holds no numbers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {line} holds words (&quot;{text}&quot;) where numbers belong: delete the heading.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {line} has nothing in column {column}, but line {first} has: fill it in.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {line} goes on in column {column}, but line {first} does not: cut it off.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {line}, column {column} is empty: every cell needs a number.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {line}, column {column} is &quot;{text}&quot;: write the decimal mark as a point, as in 1.5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Line {line}, column {column} is &quot;{text}&quot;: every cell needs a finite number like 1.5, -3 or 1e-5.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file has the arrays {names}: keep one of them, or name it &quot;{name}&quot;.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&quot;{text}&quot; is not a whole number from 0 on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>An empty cell is no number: write one, 0 if you mean 0.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A table of {rows} × {columns} does not fit here: from this cell on there is room for {high} × {wide}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is not enough memory for this: try something smaller.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This failed inside the program ({error}); the details are in the log file.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>status</name>
    <message>
        <source>looking for devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checking with torch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>loading the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>running the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>drawing the map</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>words</name>
    <message>
        <source>nats</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>entropy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>scaled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>masked</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>dropped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>output</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shapes fit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rows sum to 1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden cells are exactly 0</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All numbers are finite</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient reaches Q, K and V</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Equal to torch&apos;s SDPA</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Four tokens, causal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smallest example</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saturating scores</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Identity values</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Two keys tie</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cross-attention, 3 × 5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last key is padding</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
