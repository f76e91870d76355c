// Draws cards with the official renderer and our HTML pages in a headless browser, takes a picture of each and reports
// what is wrong with it, one JSON line per picture.
//   node render.mjs JOB.json      JOB: {"chromium": path, "out": folder, "cards": [{name, lang, card}], "pages": [{name, html}]}
// Nothing leaves the machine: every request but data: and about: is refused and reported.
import { chromium } from "playwright-core";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { FLAGS, findOverflow } from "./browser.mjs";

const require = createRequire(import.meta.url);
const here = path.dirname(new URL(import.meta.url).pathname);
const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const VIEWS = [
  { name: "light", host: "teams-light", width: 600, ground: "#f5f5f5" },
  { name: "dark", host: "teams-dark", width: 600, ground: "#1f1f1f" },
  { name: "phone", host: "teams-light", width: 320, ground: "#f5f5f5" },
];
const PAGES = [
  { name: "page-light", scheme: "light", width: 900 },
  { name: "page-dark", scheme: "dark", width: 900 },
  { name: "page-phone", scheme: "light", width: 320 },
];
const dist = (name, file) => path.join(path.dirname(require.resolve(`${name}/package.json`)), "dist", file);
const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const hosted = (file) => fs.readFileSync(path.join(here, "hosts", file), "utf8");

// Runs in the page: parses and draws a card, with every hidden part shown when `open`.
const drawCard = ({ card, config, open }) => {
  const A = window.AdaptiveCards, markdown = window.markdownit({ html: false });
  A.AdaptiveCard.onProcessMarkdown = (text, result) => {
    result.outputHtml = markdown.render(text);
    result.didProcess = true;
  };
  const drawn = new A.AdaptiveCard();
  drawn.hostConfig = new A.HostConfig(config);
  const context = new A.SerializationContext(new A.Version(1, 4)); // without it no version is checked
  if (open) card = JSON.parse(JSON.stringify(card).replaceAll('"isVisible":false', '"isVisible":true'));
  drawn.parse(card, context);
  const errors = [];
  for (let i = 0; i < context.eventCount; i++) {
    const said = context.getEventAt(i).message;
    // The renderer tests `lang` with a pattern that remembers its last match, and refuses every second card.
    // A client that does not look for people itself passes "choices.data" by, whatever version it knows.
    if (!/^Invalid value "[a-z]{2}" for property "lang"|^Property "choices\.data" is supported/.test(said)) {
      errors.push(`parse: ${said}`);
    }
  }
  for (const event of drawn.validateProperties().validationEvents) errors.push(`validate: ${event.message}`);
  const root = document.getElementById("card");
  root.replaceChildren(drawn.render());
  document.activeElement?.blur?.();
  if (!root.innerText.trim()) errors.push("nothing was drawn");
  const links = root.querySelectorAll("a, img, iframe, script").length;
  if (links) errors.push(`${links} links or pictures in the card`);
  return errors;
};

// Runs in the page: what keeps somebody who reads with their ears, or with weak eyes, from reading `selector`.
const findBarriers = async (selector) => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]; // how large a radio button is drawn is the client's affair
  const found = await window.axe.run(selector, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
  const grave = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
  return grave.flatMap((one) => one.nodes.map((node) => `axe ${one.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`));
};

const browser = await chromium.launch({ executablePath: job.chromium, headless: true, args: FLAGS });
let refused = [];
const say = (report) => console.log(JSON.stringify({ ...report, errors: [...report.errors, ...refused.splice(0)] }));

async function opened(width, scheme, lang) {
  const context = await browser.newContext({
    locale: lang, timezoneId: "UTC", viewport: { width, height: 800 }, deviceScaleFactor: 1.5, colorScheme: scheme,
  });
  const page = await context.newPage();
  await page.route("**/*", (route) => {
    if (/^(data|about|blob):/.test(route.request().url())) return route.continue();
    refused.push(`asked for ${route.request().url()}`);
    return route.abort();
  });
  return page;
}

for (const view of VIEWS) {
  const config = JSON.parse(hosted(`${view.host}.json`));
  const page = await opened(view.width + 40, "light", "en");
  await page.setContent(`<!doctype html><html lang="en"><style>
    body { margin: 20px; background: ${view.ground}; font-family: "Segoe UI", "Noto Sans", sans-serif; }
    #card { width: ${view.width}px; background: ${config.containerStyles.default.backgroundColor}; border-radius: 4px;
            box-shadow: 0 1px 3px #0004; overflow: hidden; }</style><div id="card"></div></html>`);
  await page.addStyleTag({ path: dist("adaptivecards", "adaptivecards.css") });
  await page.addStyleTag({ content: hosted(`${view.host}.css`) });
  await page.addScriptTag({ path: dist("markdown-it", "markdown-it.min.js") });
  await page.addScriptTag({ path: dist("adaptivecards", "adaptivecards.min.js") });
  await page.evaluate(AXE);
  for (const { name, card } of job.cards) {
    for (const open of JSON.stringify(card).includes('"isVisible":false') ? [false, true] : [false]) {
      const errors = await page.evaluate(drawCard, { card, config, open });
      errors.push(...(await page.evaluate(findOverflow, "#card")));
      const barriers = await page.evaluate(findBarriers, "#card");
      const picture = path.join(job.out, `${name}.${view.name}${open ? ".open" : ""}.png`);
      await page.locator("#card").screenshot({ path: picture });
      say({ name, view: view.name, picture, errors, barriers });
    }
  }
  await page.context().close();
}

for (const view of PAGES) {
  const page = await opened(view.width, view.scheme, "en");
  for (const { name, html } of job.pages) {
    await page.setContent(html);
    const errors = await page.evaluate(findOverflow, "body");
    await page.evaluate(AXE); // as a tag the page's own policy would refuse it
    const barriers = await page.evaluate(findBarriers, "html");
    const picture = path.join(job.out, `${name}.${view.name}.png`);
    await page.screenshot({ path: picture, fullPage: true });
    say({ name, view: view.name, picture, errors, barriers });
  }
  await page.context().close();
}
await browser.close();
