import { expect, it } from 'vitest';
import { staticRoutes } from '@contract/routes';
import { resourcesOnPage } from '@contract/subjects';
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import { parseEnv } from '@server/base/env';
import { lateGrants } from '@server/builtIn/lateGrants';
import { builtInMenus, keyOfButton, keyOfMenu } from '@server/builtIn/menus';
import { builtInRoles, menusOfRole } from '@server/builtIn/roles';
import type { Services } from '@server/services';

// Calls are made here and never answered: none needs a database.
const menus = builtInMenus(allRoutes({ env: parseEnv({}), database: {} } as Services));
const buttonsOf = (page: string): string[] =>
  menus.flatMap(({ parent, draft: { permission } }) => (parent === keyOfMenu(page) && permission ? [permission] : []));

it('the overview of role permissions shows the permissions of each entity with a list under exactly one page', () => {
  const held = new Set(menus.map(({ key }) => key));
  const pages = staticRoutes.map(({ path }) => path).filter((path) => held.has(keyOfMenu(path)));
  const holding = (name: string) => pages.filter((path) => resourcesOnPage(path).includes(name));
  const listed = registry.all.filter(({ policy }) => !policy.disabledOperations?.includes('list'));
  expect(listed.length).toBeGreaterThan(80);
  expect(listed.filter(({ entity }) => holding(entity.name).length !== 1).map(({ entity }) => entity.name)).toEqual([]);
});

it('the built-in roles name only permissions that exist on their pages', () => {
  const idle = builtInRoles.flatMap(({ key, grants }) =>
    Object.entries(grants).flatMap(([page, grant]) => {
      const held = buttonsOf(page);
      const named = typeof grant === 'string' ? [] : (grant ?? []);
      const missing = named.filter((one) => !held.some((right) => right === one || right.endsWith(`:${one}`)));
      return missing.map((one) => `${key} ${page} ${one}`);
    }),
  );
  expect(idle).toEqual([]);
  const all = new Set(menus.map(({ draft }) => draft.permission));
  expect(lateGrants.flatMap(({ buttons }) => buttons.filter((button) => !all.has(button)))).toEqual([]);
});

/** Settings of the whole installation, on a page whose other parts belong to an organization. */
const ofPlatform = new Set(['brand:list', 'mailServer:list']);

it('a built-in role that sees a page of the system settings may list all parts of the page', () => {
  const shut = builtInRoles.flatMap((role) => {
    const held = menusOfRole(role, menus);
    return staticRoutes
      .filter(({ path }) => path.startsWith('/system/') && held.has(keyOfMenu(path)))
      .flatMap(({ path }) =>
        buttonsOf(path)
          .filter((button) => button.endsWith(':list') && !ofPlatform.has(button) && !held.has(keyOfButton(button)))
          .map((button) => `${role.key} ${path} ${button}`),
      );
  });
  expect(shut).toEqual([]);
});
