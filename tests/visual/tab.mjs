// The personal tab, inside a page that plays Teams: says hello, hands out a token, and is asked for another when the first
// session is over. Everything by https, as the hosts want it. One JSON line tells what was seen.
//   node tab.mjs JOB.json      JOB: {"chromium", "out", "origin", "token", "draft": path}
import { chromium } from "playwright-core";
import fs from "node:fs";
import path from "node:path";
import { FLAGS, findOverflow } from "./browser.mjs";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const name = new URL(job.origin).hostname;
const browser = await chromium.launch({
  executablePath: job.chromium, headless: true, args: [
    ...FLAGS, `--host-resolver-rules=MAP ${name} 127.0.0.1`,
    "--disable-features=LocalNetworkAccessChecks", // what plays Teams is not on this machine, the desk is
  ],
});
const HOST = `<!doctype html><title>Teams</title><style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; }</style>
<iframe src="${job.origin}/tab"></iframe><script>
  window.asked = [];
  const runtime = JSON.stringify({ apiVersion: 4, hostVersionsInfo: {}, isLegacyTeams: false, supports: {} });
  const answers = {
    initialize: () => ["content", "web", runtime, "2.58.0"],
    "authentication.getAuthToken": () => [true, ${JSON.stringify(job.token)}],
  };
  addEventListener("message", ({ data, source, origin }) => {
    if (origin !== ${JSON.stringify(job.origin)}) return;
    asked.push(data.func);
    const args = answers[data.func]?.();
    if (args) source.postMessage({ id: data.id, uuid: data.uuid, uuidAsString: data.uuidAsString, args }, origin);
  });
</script>`;

const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport: { width: 800, height: 700 }, deviceScaleFactor: 1.5 });
context.setDefaultTimeout(10_000);
const page = await context.newPage();
const wrong = [], elsewhere = [];
page.on("pageerror", (error) => wrong.push(String(error)));
await page.route("**/*", (route) => {
  const url = new URL(route.request().url());
  if (url.hostname === name) return route.continue();
  if (url.href === "https://teams.microsoft.com/app") return route.fulfill({ contentType: "text/html", body: HOST });
  elsewhere.push(url.href);
  return route.abort();
});
await page.goto("https://teams.microsoft.com/app");
const tab = page.frameLocator("iframe");
await tab.getByRole("heading", { name: /wait/ }).waitFor();
await page.screenshot({ path: path.join(job.out, "tab.png") });
const list = await tab.locator("body").innerText();
await tab.locator(`a[href="${job.draft}"]`).click();
await tab.getByRole("button", { name: "Edit" }).click();
await tab.getByRole("textbox", { name: "Message" }).fill("Written inside Teams.");
const cookies = await context.cookies();
await context.clearCookies();
await tab.getByRole("button", { name: "Save and approve" }).click();
await tab.getByRole("heading", { name: "Your sign-in has ended" }).waitFor();
await tab.locator('input[name="entra"]:not([value=""])').first().waitFor({ state: "attached" }).catch(() => {});
await page.waitForFunction(() => asked.filter((func) => func === "authentication.getAuthToken").length > 1);
await page.waitForTimeout(200);
await tab.getByRole("button", { name: "Send it now" }).click();
await tab.getByRole("heading", { name: /^Approved/ }).waitFor();
const done = await tab.locator("body").innerText();
const frame = page.frames().find((one) => one !== page.mainFrame());
wrong.push(...(await frame.evaluate(findOverflow, "body")));

const evil = await context.newPage();
const framed = [];
evil.on("console", (said) => framed.push(said.text()));
await evil.route("https://evil.example/", (route) => route.fulfill({ contentType: "text/html", body: HOST }));
await evil.goto("https://evil.example/");
await evil.waitForTimeout(500);
const inside = evil.frames().find((one) => one !== evil.mainFrame())?.url();
console.log(JSON.stringify({ list, done, cookies, wrong, elsewhere, asked: await page.evaluate(() => asked), framed, inside }));
await browser.close();
