// Puts what is new on the page; without it, the page asks again by itself.
const tables = document.getElementById("tables");
let busy = false, again = false;
async function refresh() {
  if (busy) { again = true; return; }
  busy = true;
  try {
    const answer = await fetch("/?part", { headers: { Accept: "text/html" } });
    if (answer.ok) tables.innerHTML = await answer.text();
  } catch { /* the next event tries again */ }
  busy = false;
  if (again) { again = false; refresh(); }
}
new EventSource("/events").addEventListener("message", refresh);
