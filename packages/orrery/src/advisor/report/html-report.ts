/** The advice as one page that needs nothing else: no program, no network, light and dark as the reader's system is. */
import { counted, gigabytes, percent, whole } from "../ground/figures.ts";
import type { Advice, AdvisedCandidate } from "../verdict/advice.ts";
import { escaped } from "./escaped.ts";
import { costBars, heatMap, spreadPlot } from "./plots.ts";
import { readsInOne } from "./text-report.ts";

const SHOWN = 5;

export function htmlReport(advice: Advice): string {
  const { verdict, candidates, items, projection, traffic } = advice;
  const shown = candidates.slice(0, SHOWN);
  const replayed = candidates.filter(({ replay }) => replay !== null);
  // With the bad key that was replayed beside them.
  const compared = [...shown, ...replayed.filter((candidate) => !shown.includes(candidate))];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Partition key: ${escaped(verdict.headline)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="eyebrow">Orrery advises</p>
<h1>${escaped(verdict.headline)}</h1>
<dl class="facts">
${fact("items", `${whole(items.count)}, ${gigabytes(items.bytes)}`)}
${fact("sample", whole(items.sample))}
${fact("traffic", traffic.source === "assumed" ? "none given" : `${traffic.source}, ${counted(traffic.operations.length, "operation")}`)}
${fact("judged at", `${counted(projection.partitions, "partition")}, ${gigabytes(projection.bytesThen)}`)}
${fact("RU/s", whole(projection.budget))}
</dl>
</header>
<section>
<h2>The first ${shown.length}</h2>
<ol class="candidates">
${shown.map(candidateCard).join("\n")}
</ol>
</section>
<section>
<h2>What it takes</h2>
<p>RU/s to provision so that the busiest partition has enough, at the peak.</p>
${costBars(compared.map(({ name, tier, measures }) => ({ name, tier, value: measures.neededRuPerSecond, note: `$${whole(measures.monthlyCost)} a month` })))}
</section>
<section>
<h2>How the data spreads over keys</h2>
<p>The part of the bytes that the key of each rank holds, both axes by powers (${whole(items.sample)} items). A line that begins high has a key that is too large.</p>
${spreadPlot(compared.map(({ name, measures }) => ({ name, points: measures.byRank })))}
</section>
${replayed.length === 0 ? "" : replaySection(replayed)}
<section>
<h2>Operations</h2>
<div class="scroll">${operationsTable(shown)}</div>
</section>
<section class="columns">
${list("Sure", verdict.sure)}
${list("Not sure", verdict.unsure)}
${list("What would change it", verdict.wouldChange)}
${list("Next", verdict.next)}
</section>
<section>
<details>
<summary>${counted(advice.dropped.length, "candidate")} dropped, and why</summary>
<div class="scroll"><table><tbody>
${advice.dropped.map(({ name, reason }) => `<tr><th scope="row">${escaped(name)}</th><td>${escaped(reason)}</td></tr>`).join("\n")}
</tbody></table></div>
</details>
</section>
</main>
<script type="application/json" id="advice">${JSON.stringify(advice).replaceAll("<", "\\u003c")}</script>
</body>
</html>
`;
}

/** The figures of a page, or of `--json`. */
export function adviceIn(text: string): Advice {
  const [, json = text] = /<script type="application\/json" id="advice">(.*?)<\/script>/s.exec(text) ?? [];
  return JSON.parse(json) as Advice;
}

function candidateCard({ name, tier, verdict, cautions, measures, strategy }: AdvisedCandidate): string {
  const { distinct, largest, storage, throughput, hottest } = measures;
  // The sentence has the first one.
  const others = tier === "careful" ? cautions.slice(1) : cautions;
  const values =
    distinct.method === "exact"
      ? whole(distinct.estimate)
      : `${whole(distinct.estimate)} (${whole(distinct.low)} to ${whole(distinct.high)})`;
  return `<li class="${tier}">
<h3><span class="mark" aria-hidden="true"></span>${escaped(name)} <small>${{ good: "good", careful: "with care", bad: "not this" }[tier]}</small></h3>
<p>${escaped(verdict)}</p>
<dl class="facts">
${fact("values", values)}
${fact("busiest key", `${percent(hottest.share)} of RU`)}
${fact("largest key", `${percent(largest.share)}, ${gigabytes(largest.bytesThen ?? largest.bytesNow)}`)}
${fact("RU, largest over mean", `${throughput.largestOverMean.toFixed(2)} (Gini ${throughput.gini.toFixed(2)})`)}
${fact("data, largest over mean", `${storage.largestOverMean.toFixed(2)} (Gini ${storage.gini.toFixed(2)})`)}
${fact("reads in one partition", readsInOne(measures))}
</dl>
${others.length === 0 ? "" : `<p class="caution">Take care: ${escaped(others.join("; "))}.</p>`}
${strategy === null ? "" : `<pre><code>${escaped(JSON.stringify(strategy))}</code></pre>`}
</li>`;
}

function replaySection(replayed: readonly AdvisedCandidate[]): string {
  const { seconds, partOfRate, budget } = replayed[0]!.replay!;
  const part =
    partOfRate < 0.995 ? `, ${percent(partOfRate)} of the operations with as much of the budget` : "";
  const hottest = Math.max(...replayed.flatMap(({ replay }) => replay!.partitions.flatMap(({ ru }) => ru)));
  const maps = replayed.map(({ name, tier, replay }) => {
    const { accepted, operations, refused, waitMs, partitions, writes } = replay!;
    const let1 =
      writes.sent === 0 ? "" : `, ${percent(writes.accepted / writes.sent)} of ${whole(writes.sent)} writes`;
    return `<figure class="${tier}">
<figcaption><b>${escaped(name)}</b>: ${percent(operations === 0 ? 1 : accepted / operations)} of ${whole(operations)} operations let through at once${let1}; ${whole(refused)} refusals, ${whole(waitMs)} ms waited on average.</figcaption>
${heatMap(partitions, hottest)}
</figure>`;
  });
  return `<section>
<h2>Replayed</h2>
<p>Real containers in memory, ${seconds} seconds of traffic at ${whole(budget)} RU/s${part}. A row is a physical partition, a column a second; the stronger its colour, the more RU. A red mark is a second in which requests were refused.</p>
${maps.join("\n")}
</section>`;
}

function operationsTable(shown: readonly AdvisedCandidate[]): string {
  const [first] = shown;
  const head = shown.map(({ name }) => `<th scope="col">${escaped(name)}</th>`).join("");
  const rows = first!.measures.operations.map(({ name, perSecond }, i) => {
    const cells = shown.map(({ measures }) => {
      const { visits, charge } = measures.operations[i]!;
      return `<td>${visits.toFixed(visits < 10 ? 1 : 0)} of ${measures.partitions}<br><small>${charge.toFixed(1)} RU</small></td>`;
    });
    return `<tr><th scope="row">${escaped(name)}<br><small>${whole(perSecond)} a second</small></th>${cells.join("")}</tr>`;
  });
  return `<table><caption>Partitions that an operation visits, and what it costs, on average</caption><thead><tr><th scope="col">operation</th>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

function fact(name: string, value: string): string {
  return `<div><dt>${escaped(name)}</dt><dd>${escaped(value)}</dd></div>`;
}

function list(title: string, sentences: readonly string[]): string {
  if (sentences.length === 0) return "";
  return `<div><h2>${title}</h2><ul>${sentences.map((sentence) => `<li>${escaped(sentence)}</li>`).join("")}</ul></div>`;
}

const STYLE = `
:root{color-scheme:light dark;--ground:#fbfaf7;--card:#fff;--ink:#1d2330;--soft:#5c6474;--line:#dfdcd3;--good:#1f7a4d;--careful:#a86a00;--bad:#b3261e;--heat:31,79,160}
@media (prefers-color-scheme:dark){:root{--ground:#14171d;--card:#1c2028;--ink:#e8eaf0;--soft:#9aa3b2;--line:#323844;--good:#5bd092;--careful:#f0b44c;--bad:#ff7b72;--heat:110,168,255}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:68rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:clamp(1.5rem,4vw,2.25rem);line-height:1.2;margin:.25rem 0 1rem;overflow-wrap:anywhere}
h2{font-size:1.2rem;margin:2.5rem 0 .5rem}
h3{font-size:1.05rem;margin:0 0 .25rem;overflow-wrap:anywhere}
p{margin:.25rem 0 .75rem;max-width:46rem}
small,.eyebrow,dt,figcaption,caption{color:var(--soft)}
.eyebrow{margin:0;letter-spacing:.04em}
.facts{display:flex;flex-wrap:wrap;gap:.5rem 1.75rem;margin:.5rem 0}
.facts div{min-width:0}
dt{font-size:.8rem}
dd{margin:0;font-variant-numeric:tabular-nums;font-weight:600}
.candidates{list-style:none;padding:0;margin:0;display:grid;grid-template-columns:minmax(0,1fr);gap:.75rem}
.candidates li{background:var(--card);border:1px solid var(--line);border-left:4px solid var(--tier);border-radius:6px;padding:1rem}
.good{--tier:var(--good)}.careful{--tier:var(--careful)}.bad{--tier:var(--bad)}
h3 small{color:var(--tier);font-weight:600;margin-left:.35rem}
.caution{color:var(--careful)}
pre{overflow-x:auto;background:var(--ground);border:1px solid var(--line);border-radius:4px;padding:.5rem;font-size:.8rem;margin:.5rem 0 0}
td{white-space:nowrap}
details td{white-space:normal}
figure{margin:1rem 0 1.75rem}
figcaption{margin-bottom:.5rem;font-size:.9rem}
figcaption b{color:var(--ink)}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{fill:var(--soft);font:12px system-ui,sans-serif}
svg .name{fill:var(--ink)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem}
caption{text-align:left;padding-bottom:.5rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
th{font-weight:600}
.columns{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:0 2rem}
.columns ul{padding-left:1.1rem;margin:0;overflow-wrap:anywhere}
summary{cursor:pointer;margin-top:2rem}
.bars{display:grid;gap:.6rem;margin:0}
.bars div{display:grid;gap:.15rem}
.bars i{display:block;height:.7rem;border-radius:2px;background:var(--tier);min-width:2px}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;list-style:none;padding:0;margin:.5rem 0 0;font-size:.85rem}
.legend i{display:inline-block;width:1.1rem;height:.2rem;vertical-align:middle;margin-right:.4rem}
.legend li{overflow-wrap:anywhere}
`;
