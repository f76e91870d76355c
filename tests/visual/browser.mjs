// What every script here needs of a browser.
export const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync"];

// Runs in the page: what sticks out of `root` to the side, or is cut off inside it.
export const findOverflow = (selector) => {
  const root = document.querySelector(selector), edge = root.getBoundingClientRect(), found = [];
  for (const element of root.querySelectorAll("*")) {
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height || element.matches(".unseen")) continue; // those are for whoever hears the page
    const words = (element.innerText || element.className || element.tagName).toString().slice(0, 60);
    if (box.right > edge.right + 1 || box.left < edge.left - 1) found.push(`sticks out: ${words}`);
    const style = getComputedStyle(element);
    if (element.matches("input, textarea")) continue; // these scroll
    if (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) found.push(`cut off: ${words}`);
  }
  return [...new Set(found)];
};
