/** The entry that an index names; a build gives each version's another name. */
export function entryOf(html: string): string | undefined {
  const scripts = html.match(/<script\b[^>]*>/g) ?? [];
  return scripts.filter((tag) => /\btype="module"/.test(tag)).map((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1])[0];
}

/** What this window runs. */
const running = (): string | undefined =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? undefined;

/** Whether the server hands out another version than the one that runs here. No answer is no news. */
export async function isOutdated(): Promise<boolean> {
  const here = running();
  if (!here) return false;
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { Accept: 'text/html' } });
    const there = answer.ok ? entryOf(await answer.text()) : undefined;
    return there !== undefined && there !== here;
  } catch {
    return false;
  }
}
