/** The first code that comes. It asks at once for everything that the page needs, so that nothing waits for anything. */
import { get } from "./api/http";
import type { ServerInfo } from "./api/types.gen";
import { wordsOf } from "./i18n/dictionaries";
import { currentLanguage } from "./i18n/language";
import { prepareIdentity } from "./state/identity";

const page = import("./page");
void wordsOf(currentLanguage()).catch(() => undefined);
const offered = get<ServerInfo>("/server");
offered.catch(() => undefined);
if (window.location.hash.length < 3) prepareIdentity();
void page.then(({ draw }) => draw(offered));
