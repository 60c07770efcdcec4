import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDesks, desks, openDesks } from './support/clientDesks';
import { signOut } from './support/console';
import { auditorTasks } from './tasks/auditor';
import { clientTasks } from './tasks/client';
import { reviewerTasks } from './tasks/reviewer';

// 45 tasks of those who look in: the safety officer of an enterprise on a telephone, a reviewer from outside and an
// auditor at a desk.

beforeAll(openDesks);
afterAll(closeDesks);

const people = [
  ['a client', () => desks.client, clientTasks],
  ['a reviewer', () => desks.reviewer, reviewerTasks],
  ['an auditor', () => desks.auditor, auditorTasks],
] as const;

describe.each(people)('%s', (_who, deskOf, tasks) => {
  it.each(tasks)(
    'an enterprise user completes a task on a phone without errors and sideways scrolling: %s',
    async (_what, work) => {
      const { page, failures } = deskOf();
      await work(page);
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth > 1,
      );
      expect([over, failures]).toEqual([false, []]);
    },
  );

  it('an enterprise user who signs out is sent to /login without the address of the last page', async () => {
    const { page } = deskOf();
    await page.goto('/dashboard');
    await signOut(page);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login');
  });
});
