// The page around the canvas. It may load its own script and style, and nothing else from anywhere.

export interface Parts {
    script: string;
    style: string;
    /** Source of the editor's own resources. */
    source: string;
    nonce: string;
}

export function page({ script, style, source, nonce }: Parts): string {
    const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${source}`;
    return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Graph</title>
</head>
<body>
<div id="bar" role="toolbar" aria-label="Graph options">
<label>Catalog of <select id="entry"></select></label>
<label>System <select id="system"></select></label>
<label>Compare with <select id="compare"></select></label>
<label>Show <select id="collapse"><option value="">resources</option><option value="class">classes</option><option value="module">modules</option></select></label>
<input id="search" type="search" placeholder="Search (/)" aria-label="Search for a resource">
<button id="focus" title="Show only the neighborhood of the selected box (F)">Focus</button>
<label>Distance <input id="hops" type="number" min="1" max="99" value="2" title="Relationships from the selected box"></label>
<button id="whole" title="Show everything (Escape)">Show all</button>
<button id="cycle" aria-pressed="false" title="Show only cycles">Cycles</button>
<button id="numbers" aria-pressed="false" title="Show the order of application (N)">Order</button>
<button id="follow" aria-pressed="true" title="Frame the box at the cursor">Follow</button>
<button id="fit" title="Fit the graph into the window (0)">Fit</button>
<details id="more"><summary>More</summary><div>
<button id="only" aria-pressed="false" title="Show only boxes that match the search">Matches only</button>
<button id="anew" title="Discard the positions of all boxes">New layout</button>
<label>Export <select id="export"><option value=""></option><option value="svg">SVG</option><option value="png">PNG</option><option value="dot">DOT</option></select></label>
<div id="filter"><fieldset id="kinds"><legend>Relationships</legend></fieldset><fieldset id="types"><legend>Types</legend></fieldset></div>
</div></details>
</div>
<p id="title" role="status"></p>
<main>
<canvas id="canvas" tabindex="0" role="application" aria-label="Graph. Arrow keys move to neighbors, Enter goes to the source, Space expands or collapses a box, F focuses, slash searches." aria-describedby="spoken"></canvas>
<aside id="side" aria-label="Graph as a list">
<section id="legend" aria-label="Signs" hidden><span class="added">+ new</span> <span class="removed">− removed</span> <span class="changed">~ changed</span></section>
<section id="cycles" hidden><h2>Cycles</h2><div></div></section>
<section id="toggled" hidden><h2>Expanded or collapsed</h2><div></div></section>
<h2 id="count"></h2>
<ul id="list" aria-labelledby="count"></ul>
</aside>
</main>
<div id="hover" role="tooltip" hidden></div>
<div id="spoken" aria-live="polite"></div>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
