/** Returns the entry script named by an index page. Each build gives it another name. */
function entryOf(html: string): string | undefined {
  const scripts = html.match(/<script\b[^>]*>/g) ?? [];
  return scripts.filter((tag) => /\btype="module"/.test(tag)).map((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1])[0];
}

/** Entry script of this window. */
const runningScript = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? undefined;

/** Returns whether the server delivers another version than the running one; false without an answer. */
export async function isOutdated(): Promise<boolean> {
  const runningEntry = runningScript();
  if (!runningEntry) return false;
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
    const servedEntry = response.ok ? entryOf(await response.text()) : undefined;
    return servedEntry !== undefined && servedEntry !== runningEntry;
  } catch {
    return false;
  }
}
