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

/**
 * Brings axe into the page, once for each load; by the protocol, because the content policy allows no inline script.
 */
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

/** Contrast costs as much as all other rules together: what is drawn alike need not be measured twice. */
export type AxeRules = 'all' | 'contrast' | 'all but contrast';

// By axe's own weights at most moderate, so never among what is told here, and they walk every element.
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
 * What axe finds serious or critical, one readable text a violation (QUALITY A11Y); none is an empty list. `scope` is
 * the
 * selector of the parts that are looked at; the whole page unless told.
 */
export async function seriousViolations(page: Page, scope = 'html', rules: AxeRules = 'all'): Promise<string[]> {
  await ensureAxe(page);
  // What is half faded in has the colours of neither state.
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
      // axe weighs the whole document whatever it is asked about: the pages behind the shown one stand aside meanwhile.
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
