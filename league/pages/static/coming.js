// Looks again by itself, as soon as any table has sent something.
import { listen } from "./news.js";

listen(beat => { if (beat !== document.body.dataset.beat) location.reload(); });
