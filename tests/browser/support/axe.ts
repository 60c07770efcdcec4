import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string | null | undefined;
  readonly help: string;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly html: string;
    readonly failureSummary?: string;
  }[];
}

/** Loads axe into the page, once per load. By the protocol, because the content policy forbids inline scripts. */
async function ensureAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source}; undefined`);
}

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

function told({ id, impact, help, nodes }: Violation): string {
  const [first] = nodes;
  const summary =
    first?.failureSummary
      ?.split('\n')
      .slice(1)
      .map((line) => line.trim())
      .join('; ') ?? '';
  return `${impact} ${id} ×${nodes.length}: ${help}\n    ${first?.target.join(' ')}\n    ${shorten(first?.html ?? '', 200)}\n    ${shorten(summary, 300)}`;
}

/** Contrast takes as long as all other rules together, so equal layouts are measured once. */
export type AxeRules = 'all' | 'contrast' | 'all but contrast';

// At most moderate by axe's own rating, so never reported here; these rules visit every element.
const slight = [
  'aria-allowed-role',
  'focus-order-semantics',
  'form-field-multiple-labels',
  'heading-order',
  'landmark-unique',
  'presentation-role-conflict',
  'region',
];
const without = (names: readonly string[]) => ({
  rules: Object.fromEntries(names.map((name) => [name, { enabled: false }])),
});

const optionsOf: Readonly<Record<AxeRules, object>> = {
  all: without(slight),
  contrast: { runOnly: { type: 'rule', values: ['color-contrast'] } },
  'all but contrast': without([...slight, 'color-contrast']),
};

/**
 * Returns what axe rates serious or critical, one text per violation (QUALITY A11Y).
 * @param scope selector of the parts to check; the whole page by default
 */
export async function seriousViolations(page: Page, scope = 'html', rules: AxeRules = 'all'): Promise<string[]> {
  await ensureAxe(page);
  // A half-finished fade has the colours of neither state.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
  const violations = (await page.evaluate(
    async ([selector, chosen]) => {
      const { axe: runner } = window as unknown as {
        axe: { run: (context: string, options: object) => Promise<{ violations: unknown[] }> };
      };
      // axe computes the whole document whatever the scope, so hidden pages are removed meanwhile.
      const aside = [...document.querySelectorAll('[data-page-pane][inert]')].map((pane) => {
        const place = document.createComment('');
        pane.replaceWith(place);
        return { pane, place };
      });
      try {
        return (await runner.run(selector, { resultTypes: ['violations'], elementRef: false, ...chosen })).violations;
      } finally {
        for (const { pane, place } of aside) place.replaceWith(pane);
      }
    },
    [scope, optionsOf[rules]] as const,
  )) as Violation[];
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(told);
}
