// Somebody who decides in a browser: signs in, approves, edits, rejects, comes too late, is somebody else, clicks twice, goes
// back, has no JavaScript, no mouse. One JSON line per station: what was seen, and what is wrong with it.
//   node approvals.mjs JOB.json      JOB: {"chromium", "out", "origin", "drafts": {name: path}, "batch": path, "ana", "eve"}
import { chromium } from "playwright-core";
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";
import { FLAGS, findOverflow } from "./browser.mjs";

const job = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const browser = await chromium.launch({ executablePath: job.chromium, headless: true, args: FLAGS });
const wide = { locale: "en-US", colorScheme: "light", viewport: { width: 1000, height: 900 } };
const phone = { locale: "pt-BR", colorScheme: "dark", viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true };
const APPROVE = "Approve and send";

async function opened(options) {
  const context = await browser.newContext({ timezoneId: "UTC", deviceScaleFactor: 1.5, ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  page.wrong = [];
  page.on("pageerror", (error) => page.wrong.push(String(error)));
  page.on("console", (said) => said.type() === "error" && !/status of (4\d\d)/.test(said.text()) && page.wrong.push(said.text()));
  await page.route("**/*", (route) => {
    if (route.request().url().startsWith("http://127.0.0.1:")) return route.continue();
    page.wrong.push(`asked for ${route.request().url()}`);
    return route.abort();
  });
  return page;
}

async function signedIn(page, name, where) {
  await page.goto(job.origin + where);
  await page.getByRole("button", { name }).click();
  await page.waitForURL((url) => url.origin === job.origin);
}

async function station(name, page, full = true) {
  const errors = [...page.wrong.splice(0), ...(await page.evaluate(findOverflow, "body"))];
  if (page.context().scripts !== false) {
    await page.evaluate(axe);
    const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
    errors.push(...found.violations.map((one) => `${one.impact}: ${one.help} (${one.nodes.map((node) => node.target).join(", ")})`));
  }
  const picture = path.join(job.out, `${name}.png`);
  await page.screenshot({ path: picture, fullPage: full });
  const told = { name, title: await page.title(), text: await page.locator("body").innerText(), url: page.url(), picture, errors };
  console.log(JSON.stringify(told));
}

// The list, one draft read, and approved.
let page = await opened(wide);
await page.goto(`${job.origin}/d/`);
await page.screenshot({ path: path.join(job.out, "sign-in.png") });
await signedIn(page, job.ana, "/d/");
await station("list", page);
await page.locator(`a[href="${job.drafts.approve}"]`).click();
await station("draft", page);
await page.getByRole("button", { name: APPROVE }).click();
await page.getByRole("heading", { name: /^Approved/ }).waitFor();
await station("approved", page);

// Edited: Enter in the subject presses nothing; what is saved and approved is what was typed.
await page.goto(job.origin + job.drafts.edit);
await page.getByRole("button", { name: "Edit" }).click();
const subject = page.getByRole("textbox", { name: "Subject" });
await subject.press("Enter");
await page.waitForTimeout(300);
await station("form", page);
await page.getByRole("textbox", { name: "Message" }).fill("Hello Priya,\n\nyour part by Wednesday, please.\n\nAna");
await page.getByRole("button", { name: "Save and approve" }).click();
await page.getByRole("heading", { name: /^Approved/ }).waitFor();
await page.getByText(/^Text, /).click();
await station("edited", page);

// Rejected, with the keyboard alone.
await page.goto(job.origin + job.drafts.reject);
const focused = () => page.evaluate(() => document.activeElement.innerText || document.activeElement.name || document.activeElement.tagName);
async function tabTo(words) {
  for (let steps = 0; steps < 25; steps++) {
    await page.keyboard.press("Tab");
    if ((await focused()).includes(words)) return;
  }
  throw new Error(`no way to ${words} by keyboard`);
}
await tabTo("Reject");
await page.keyboard.press("Enter");
await tabTo("reason");
await page.keyboard.press("Tab");
await page.keyboard.type("The customer withdrew this part.");
await station("rejecting", page);
await tabTo("Reject, send nothing");
await page.keyboard.press("Enter");
await page.getByRole("heading", { name: /^Rejected/ }).waitFor();
await station("rejected", page);

// Stale: the same draft stands open in two tabs, and one of them saves.
await page.goto(job.origin + job.drafts.stale);
const other = await page.context().newPage();
other.wrong = [];
await other.goto(`${job.origin}${job.drafts.stale}/edit`);
await other.getByRole("textbox", { name: "Message" }).fill((await other.getByRole("textbox", { name: "Message" }).inputValue()).replace("3 December", "4 December"));
await other.getByRole("button", { name: "Save", exact: true }).click();
await other.getByText("version 2").waitFor();
await other.close();
await page.getByRole("button", { name: APPROVE }).click();
await page.getByText("this draft has changed").first().waitFor();
await station("stale", page);

// A double click decides once.
await page.goto(job.origin + job.drafts.twice);
await page.getByRole("button", { name: APPROVE }).dblclick();
await page.getByRole("heading", { name: /^Approved/ }).waitFor();
await station("twice", page);

// Back, and something else: the first decision stands.
await page.goto(`${job.origin}/d/`);
await page.goto(job.origin + job.drafts.back);
await page.getByRole("button", { name: APPROVE }).click();
await page.getByRole("heading", { name: /^Approved/ }).waitFor();
await page.goBack();
await station("back", page);

// A change without words, and one with them.
await page.goto(job.origin + job.drafts.change);
await page.getByText("Ask for a change").click();
await page.getByRole("button", { name: "Send to the agent" }).click();
await page.getByText("Say in a few words").waitFor();
await station("change-without-words", page);
await page.getByRole("textbox", { name: "What should be different?" }).fill("Shorter, please.");
await page.getByRole("button", { name: "Send to the agent" }).click();
await page.getByRole("heading", { name: /^Change asked for/ }).waitFor();
await station("change", page);

// Several together.
await page.goto(job.origin + job.batch);
await station("several", page);
await page.context().close();

// Somebody else, and a sign-in that ended while a form stood open.
page = await opened({ ...wide, colorScheme: "dark" });
await signedIn(page, job.eve, job.drafts.script);
await station("not-yours", page);
await page.getByRole("button", { name: "Sign out" }).click();
await page.getByRole("heading", { name: "You are signed out" }).waitFor();
await station("signed-out", page);
await signedIn(page, job.ana, job.drafts.script);
await station("draft-dark", page);
await page.getByRole("button", { name: "Edit" }).click();
await page.getByRole("textbox", { name: "Message" }).fill("My careful words.");
await page.context().clearCookies();
await page.getByRole("button", { name: "Save", exact: true }).click();
await page.getByRole("heading", { name: "Your sign-in has ended" }).waitFor();
await station("session-over", page);
await page.context().close();

// No JavaScript at all.
page = await opened({ ...wide, javaScriptEnabled: false });
page.context().scripts = false;
await signedIn(page, job.ana, job.drafts.script);
await page.getByRole("button", { name: APPROVE }).click();
await page.getByRole("heading", { name: /^Approved/ }).waitFor();
await station("no-script", page);
await page.context().close();

// A phone, in Portuguese, in the dark.
page = await opened(phone);
await signedIn(page, job.ana, "/d/");
await station("phone-list", page);
await page.goto(job.origin + job.drafts.phone);
await station("phone-draft", page);
await page.getByRole("button", { name: "Editar" }).tap();
await page.getByRole("textbox", { name: "Mensagem" }).waitFor();
await station("phone-form", page);
await page.goto(job.origin + job.batch);
await station("phone-several", page);
await browser.close();
