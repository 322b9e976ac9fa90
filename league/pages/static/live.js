// Puts what is new on the page; without it, the page asks again by itself.
import { listen } from "./news.js";

const tables = document.getElementById("tables");
let shown = document.body.dataset.beat, latest = shown, busy = false;

async function refresh() {
  if (busy) return;
  busy = true;
  while (shown !== latest) {
    const asked = latest;
    try {
      const answer = await fetch("/?part", { headers: { Accept: "text/html" } });
      if (!answer.ok) throw new Error(answer.status);
      put(await answer.text());
      shown = asked;
    } catch {
      await new Promise(later => setTimeout(later, 3000));
    }
  }
  busy = false;
}

function put(html) {
  const at = document.activeElement, focused = tables.contains(at) ? at.getAttribute("href") : null;
  tables.innerHTML = html;
  // Whoever was on a link with the keyboard stays there.
  if (focused) tables.querySelector(`a[href="${focused}"]`)?.focus();
}

listen(beat => { latest = beat; refresh(); });
