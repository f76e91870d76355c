// Somebody at the Playground's page, in a headless browser: posts in a channel, edits and approves one brief, approves the
// rest, asks for the status. Takes a picture of each station; one JSON line per station tells what was seen.
//   node page.mjs JOB.json      JOB: {"modules": folder with playwright-core, "chromium": path, "url", "out": folder,
//                                     "opening": what is posted, "added": a sentence added to the first brief}
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const { chromium } = createRequire(path.join(job.modules, "/"))("playwright-core");
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];
const PATIENCE = 30_000; // ms
const SIZE = { width: 1400, height: 1560 };

const browser = await chromium.launch({ executablePath: job.chromium, headless: true, args: FLAGS });
const page = await browser.newPage({ viewport: SIZE, locale: "en-US", timezoneId: "UTC" });
page.setDefaultTimeout(PATIENCE);
const file = (name) => path.join(job.out, `${name}.png`);
const failed = [];
page.on("pageerror", (error) => failed.push(String(error)));
// The page asks a CDN for its fonts and animations; it does without.
await page.route((url) => /^https?:$/.test(url.protocol) && url.hostname !== "127.0.0.1", (route) => route.abort());

// Threads stand newest first, so the welcome is below ours; what waits for a decision is the last card in its thread.
const welcome = page.locator(".ac-adaptiveCard", { hasText: "Charter Desk is here" });
const cards = page.locator(".ac-adaptiveCard", { hasNotText: "Charter Desk is here" });
const card = () => cards.last();
const press = (name) => card().getByRole("button", { name, exact: true }).first().click();

async function station(name, words, newest = card()) {
  await newest.getByText(words).first().waitFor();
  await page.waitForTimeout(700); // until nothing moves any more
  await newest.screenshot({ path: file(name) });
  console.log(JSON.stringify({ name, card: await newest.innerText(), failed: failed.splice(0) }));
}

// The thread in one picture: left its beginning, right its newest card.
async function spread(name) {
  await page.setViewportSize({ ...SIZE, height: 4000 }); // nothing scrolls
  await page.mouse.move(0, 0);
  const post = await page.getByText(job.opening).first().boundingBox();
  const first = await cards.first().boundingBox(), newest = await card().boundingBox();
  const left = { x: post.x - 12, y: post.y - 60, width: 664, height: first.y + first.height - post.y + 72 };
  const right = { x: newest.x - 38, y: newest.y - 28, width: newest.width + 50, height: newest.height + 40 };
  const pictures = [];
  for (const clip of [left, right]) pictures.push((await page.screenshot({ clip })).toString("base64"));
  const sheet = await browser.newPage({ viewport: { width: left.width + right.width + 48, height: 100 } });
  await sheet.setContent(`<style>body { margin: 0; padding: 16px; display: flex; gap: 16px; align-items: flex-start;
    background: #f0f0f0 } img { background: #fff; box-shadow: 0 1px 3px #0004 }</style>` +
    pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join(""));
  await sheet.screenshot({ path: file(name), fullPage: true });
  await sheet.close();
  await page.setViewportSize(SIZE);
}

async function write(box, text, button) {
  await box.click();
  await page.keyboard.type("@Cha");
  await page.getByRole("menuitem", { name: "Charter Desk" }).click();
  await page.keyboard.type(` ${text}`);
  await page.getByRole("button", { name: button }).first().click();
}

const boxes = page.locator("div[role=textbox][contenteditable=true]");
await page.goto(job.url);
await page.getByRole("treeitem", { name: "Northwind RFP" }).click();
await station("welcome", "Nothing leaves this desk", welcome);

await write(boxes.first(), job.opening, "Post");
await station("batch", "messages wait for your decision");

await press("Open");
await station("draft", "Approve and send");
await press("Edit");
const text = card().locator("textarea").last();
await text.fill(`${await text.inputValue()}\n\n${job.added}`);
await station("form", "Save and approve");
await press("Save and approve");
await station("edited", /^1 delivered/);
await spread("thread");

await press("Approve ticked");
await station("approved", "Everything here is decided");

await write(boxes.nth(1), "status", "Send Message");
await page.getByText("status", { exact: true }).first().waitFor();
await station("status", "tasks done");
await browser.close();
