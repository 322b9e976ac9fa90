// Hears of all that is new at any table, whatever happens to the league or the network meanwhile.
const away = document.getElementById("away");

// `heard` is called with what changed; or with null where something may have been missed.
export function listen(heard) {
  const events = new EventSource("/events");
  events.addEventListener("since", event => {
    away.hidden = true;
    if (event.data !== document.body.dataset.since) heard(null);
  });
  events.addEventListener("message", event => {
    const news = JSON.parse(event.data);
    document.body.dataset.since = news.at;
    heard(news);
  });
  // A browser tries again where the line broke, but never where it was refused.
  events.addEventListener("error", () => {
    away.hidden = false;
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 15000, heard);
  });
}

// The page as it is now, without leaving it.
let busy = false, again = false;
export async function renew() {
  again = true;
  while (again && !busy) {
    busy = true;
    again = false;
    try {
      const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.body.dataset.since = page.body.dataset.since;
      swap(document.getElementById("content"), page.getElementById("content"));
    } catch {
      await new Promise(later => setTimeout(later, 3000));
      again = true;
    }
    busy = false;
  }
}

// Puts one part of the page in the place of another; whoever was on a link with the keyboard stays there.
export function swap(old, fresh) {
  const at = document.activeElement, focused = old.contains(at) ? at.getAttribute("href") : null;
  old.replaceWith(fresh);
  if (focused) fresh.querySelector(`a[href="${focused}"]`)?.focus();
}
