import axe from 'axe-core';
import type { Page } from 'playwright-core';

interface Violation {
  readonly id: string;
  readonly impact: string | null | undefined;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly unknown[]; readonly html: string; readonly failureSummary?: string }[];
}

/** Brings axe into the page, once for each load; by the protocol, because the content policy allows no inline script. */
async function ensureAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${axe.source}; undefined`);
}

const shorten = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

function told({ id, impact, help, nodes }: Violation): string {
  const [first] = nodes;
  const summary = first?.failureSummary?.split('\n').slice(1).map((line) => line.trim()).join('; ') ?? '';
  return `${impact} ${id} ×${nodes.length}: ${help}\n    ${first?.target.join(' ')}\n    ${shorten(first?.html ?? '', 200)}\n    ${shorten(summary, 300)}`;
}

/**
 * What axe finds serious or critical, one readable text a violation (QUALITY A11Y); none is an empty list. `scope` is the
 * selector of the part that is looked at; the whole page unless told.
 */
export async function seriousViolations(page: Page, scope = 'html'): Promise<string[]> {
  await ensureAxe(page);
  // What is half faded in has the colours of neither state.
  await page.waitForFunction(() => document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY));
  const violations = (await page.evaluate(async (selector) => {
    const { axe: runner } = window as unknown as { axe: { run: (context: string, options: object) => Promise<{ violations: unknown[] }> } };
    return (await runner.run(selector, { resultTypes: ['violations'], elementRef: false })).violations;
  }, scope)) as Violation[];
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(told);
}
