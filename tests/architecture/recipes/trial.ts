import { fixedDictionaries } from '@contract/dictionaries';
import { methodRoutes } from '@contract/features/laboratory/methods/methodCatalogue';
import { methodSheets } from '@contract/features/laboratory/methods/sheets/methodSheets';
import { nonconformityMachine } from '@contract/features/nonconformities/nonconformityMachine';
import { partsOfFamily } from '@contract/features/platforms/platformFamilies';
import { writtenSections } from '@contract/features/reports/reportContent';
import { sectionTitles } from '@contract/features/reports/reportDocument';
import * as fields from '@contract/field';
import { draftSchema } from '@contract/schema';
// Run by `recipes.proof.test.ts` in a scratch copy of the sources in which every recipe has been done. Prints one line
// of JSON: what the product makes of each.
import { registry } from '@server/app/resources';
import { allRoutes } from '@server/app/routes';
import { parseEnv } from '@server/base/env';
import { builtInMenus } from '@server/builtIn/menus';
import { allTables } from '@server/db/allTables';
import type { Services } from '@server/services';
import { pendingStatements } from '../../../scripts/migration';
// Run by `recipes.proof.test.ts` in a scratch copy of the sources in which every recipe has been done. Prints one line
// of JSON: what the product makes of each.
import { entityNamed } from '../../support/entityNamed';

// Calls are made here and never answered: none needs a database.
const services = { env: parseEnv({}), database: {} } as Services;
const routes = allRoutes(services);
const menus = builtInMenus(routes);
const { statements } = await pendingStatements(Object.fromEntries(allTables.entries()));
const made = fields as unknown as Record<string, (label: string, options: object) => fields.Field>;
const schema = draftSchema({
  ...entityNamed('vehicle'),
  fields: { at: made['timeOfDay']?.('时间', {}) as fields.Field },
});

console.log(
  JSON.stringify({
    entity: {
      label: registry.named('gasCylinder').entity.label,
      calls: routes.filter(({ path }) => path.startsWith('api/gasCylinder')).length,
      menu: menus.find(({ key }) => key === 'menu:/resource/gasCylinder')?.draft.title,
      buttons: menus.filter(({ parent }) => parent === 'menu:/resource/gasCylinder').length,
      migration: statements.filter((statement) => statement.startsWith('CREATE TABLE "gas_cylinder"')).length,
    },
    method: {
      pages: methodRoutes.filter(({ path }) => path.startsWith('/labBzf')).length,
      readings: Object.keys((methodSheets as Record<string, { readings: object }>)['turbidimetry']?.readings ?? {})
        .length,
    },
    fieldKind: ['07:30', '25:00'].map((at) => schema.safeParse({ at }).success),
    move: {
      moves: nonconformityMachine.moves.map(({ key }) => String(key)).includes('reopen'),
      right: routes.some(
        ({ path, permission }) => path === 'api/nonconformity/move' && permission.includes('nonconformity:reopen'),
      ),
    },
    section: {
      written: (writtenSections as readonly string[]).includes('limitations'),
      title: (sectionTitles as Record<string, string>)['limitations'],
      migration: statements.filter((statement) => statement.includes('"limitations"')).length,
    },
    adapter: {
      label: fixedDictionaries.platformFamily.find(({ value }) => String(value) === 'cityPlatform')?.label,
      parts: (partsOfFamily as Record<string, readonly string[]>)['cityPlatform'],
    },
  }),
);
