import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atSize, closeAdministration, desk, openAdministration, page } from './support/administration';
import { shown } from './support/people';
import { accounts } from './tasks/accounts';
import { menuTasks } from './tasks/menus';
import { roleTasks } from './tasks/roles';
import { dictionaries, installation, trailTasks } from './tasks/upkeep';

// The tasks of an administrator: one task a test, in the order in which an installation is set up.

beforeAll(openAdministration);
afterAll(closeAdministration);

const all = [
  ['accounts', accounts],
  ['roles', roleTasks],
  ['menus', menuTasks],
  ['dictionaries', dictionaries],
  ['the trail', trailTasks],
  ['the installation', installation],
] as const;

describe.each(all)('an administrator of %s', (_of, tasks) => {
  it.each(tasks)('an administrator completes a task in the browser without errors: %s', async (_what, work) => {
    await work();
    expect(desk.failures).toEqual([]);
  });
});

describe('the console of an administrator', () => {
  it('at 960 by 600 and on a phone the administrator’s pages have nothing wider than the screen and no input too narrow to type in', async () => {
    for (const [width, height] of [
      [960, 600],
      [375, 812],
    ] as const)
      await atSize(width, height, async () => {
        for (const path of [
          '/system/user',
          '/system/role',
          '/system/menu',
          '/system/dict',
          '/system/log',
          '/system/monitor',
        ]) {
          await page.goto(path);
          await shown(page).waitFor();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
            `${path} at ${width}`,
          ).toBeLessThanOrEqual(1);
          expect(
            await shown(page)
              .locator('input.ant-input:visible')
              .evaluateAll((inputs) => inputs.filter((input) => input.getBoundingClientRect().width < 80).length),
            `${path} at ${width}`,
          ).toBe(0);
        }
      });
  });
});
