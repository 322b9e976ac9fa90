// Puts what is new on the page; without it, the page asks again by itself.
const tables = document.getElementById("tables");
let shown = document.body.dataset.beat, busy = false, again = false;
async function refresh() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    const answer = await fetch("/?part", { headers: { Accept: "text/html" } });
    if (answer.ok) put(await answer.text());
  } catch { /* the next event tries again */ }
  busy = false;
  if (again) { again = false; refresh(); }
}
function put(html) {
  const at = document.activeElement, focused = tables.contains(at) ? at.getAttribute("href") : null;
  tables.innerHTML = html;
  // Whoever was on a link with the keyboard stays there.
  if (focused) tables.querySelector(`a[href="${focused}"]`)?.focus();
}
function listen() {
  const events = new EventSource("/events");
  events.addEventListener("message", event => {
    if (event.data !== shown) { shown = event.data; refresh(); }
  });
  // A browser tries again where the line broke, but never where it was refused.
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 15000);
  });
}
listen();
