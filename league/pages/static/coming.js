// Looks again as soon as the line that this page waits for has come.
import { listen } from "./news.js";

listen(news => { if (news?.match === document.body.dataset.match) location.reload(); });
