// Puts a card that is new in its place; without it, the page asks again by itself.
import { listen, renew, swap } from "./news.js";

listen(news => {
  const old = news && document.getElementById(`table-${news.table}`);
  if (!old || !old.querySelector(`a[href="/match/${news.match}"]`)) return renew();
  const fresh = document.createElement("template");
  fresh.innerHTML = news.card;
  swap(old, fresh.content.querySelector("article"));
});
