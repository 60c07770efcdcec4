import type { Browser, BrowserContext } from 'playwright-core';

// Counts what a person does in the windows of a browser: presses of the mouse, fields filled in, passwords, pages.

const kinds = ['clicks', 'fields', 'passwords', 'pages'] as const;
type Kind = (typeof kinds)[number];
export type Effort = Readonly<Record<Kind, number>>;

interface Reporting {
  reportEffort?: (kind: string) => void;
}

/** Runs in the page. A field counts once each time it is entered; a pasted block counts as one field. */
function report(): void {
  if (!location.protocol.startsWith('http')) return;
  const tell = (kind: Kind): void => (window as Reporting).reportEffort?.(kind);
  let filled: EventTarget | null = null;
  // A notice goes by itself; tests close it to tell it from the next one.
  const isNotice = (target: EventTarget | null): boolean =>
    target instanceof Element && target.closest('.ant-notification-notice') !== null;
  addEventListener('pointerdown', ({ target }) => isNotice(target) || tell('clicks'), true);
  addEventListener('focusin', () => (filled = null), true);
  addEventListener('paste', () => tell('fields'), true);
  addEventListener(
    'input',
    ({ target }) => {
      if (filled === target || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
      if (['checkbox', 'radio', 'file'].includes(target.type)) return;
      filled = target;
      tell(target.type === 'password' ? 'passwords' : 'fields');
    },
    true,
  );
  const push = history.pushState.bind(history);
  history.pushState = (...given) => {
    const before = location.pathname;
    push(...given);
    if (location.pathname !== before) tell('pages');
  };
  // An address that a test opens is a page that a person opens from the menu or the to-do list.
  tell('pages');
  tell('clicks');
}

/** Counts what happens in every window that `browser` opens from now on. */
export function countingEffort(real: Browser) {
  const now: Record<Kind, number> = { clicks: 0, fields: 0, passwords: 0, pages: 0 };
  const steps = new Map<string, Effort>();
  const watch = async (context: BrowserContext): Promise<BrowserContext> => {
    await context.exposeBinding('reportEffort', (_source, kind: Kind) => {
      now[kind] += 1;
    });
    await context.addInitScript(report);
    return context;
  };
  return {
    browser: new Proxy(real, {
      get: (of, name: keyof Browser) => {
        if (name === 'newContext')
          return async (...given: Parameters<Browser['newContext']>) => watch(await of.newContext(...given));
        const value: unknown = of[name];
        return typeof value === 'function' ? (value.bind(of) as unknown) : value;
      },
    }),
    /** Does one step of the work and keeps what it took under its name. */
    async step(name: string, work: () => Promise<unknown>): Promise<Effort> {
      for (const kind of kinds) now[kind] = 0;
      await work();
      const taken = { ...now };
      steps.set(name, taken);
      return taken;
    },
    steps: (): ReadonlyMap<string, Effort> => steps,
  };
}
