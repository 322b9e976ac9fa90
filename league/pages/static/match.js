// A match that goes on moves on its page.
import { listen, renew } from "./news.js";

listen(news => { if (!news || news.match === document.body.dataset.match) renew(); });
