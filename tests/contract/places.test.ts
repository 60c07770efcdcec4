import { expect, it } from 'vitest';
import type { Entity } from '@contract/entity';
import { inspectUnit } from '@contract/features/customers/entities/inspectUnit';
import { connector } from '@contract/features/platforms/entities/connector';
import { countyKinds, countyProjectFields } from '@contract/features/platforms/exchange/countyFields';
import { exchangeFindings } from '@contract/features/platforms/exchange/exchangeAdapters';
import type { MessageField } from '@contract/features/platforms/exchange/messageFields';
import { provincialGroups } from '@contract/features/platforms/exchange/provincialFields';
import { surveyBookColumns } from '@contract/features/platforms/exchange/surveyWorkbook';
import { placeLink } from '@contract/features/platforms/placeLinks';
import { memberFields, type Place, platformSections } from '@contract/features/platforms/platformFields';
import { project } from '@contract/features/projects/entities/project';
import { organization } from '@contract/features/system/entities/organization';
import { user } from '@contract/features/system/entities/user';
import { parseFormAddress, formAddress, rowAddress } from '@contract/fields/formAddress';
import { permissionOf } from '@contract/permissions';
import { findRoute } from '@contract/routes';

// Where the required data of a platform are filled in: a field name unknown to a form would open it and focus nothing.

const forms: Readonly<Partial<Record<Place, Entity>>> = { organization, project, unit: inspectUnit, person: user };
const of = { project: 7, projectCode: 'XM-7', unit: 11, unitName: '甲 & 乙公司', organization: 3, team: [21, 22] };
const fields = [...Object.values(platformSections).flatMap((section) => section.fields), ...memberFields];

it('every field that a platform submission lacks links to an existing page and to the field of its form', () => {
  for (const { name, place, filledAs = name, required } of fields) {
    const { path, permission } = placeLink(place, of, { field: filledAs, person: { index: 1, name: '李雷' } });
    const [page = '', search = ''] = path.split('?');
    expect(findRoute(page), path).toBeDefined();
    const form = forms[place];
    expect(permission, place).toBe(form && permissionOf(form, 'edit'));
    if (!form || !required) continue;
    // A member's duty is filled in with the project's team.
    expect(Object.keys(form.fields), `${place}.${filledAs}`).toContain(filledAs);
    expect(parseFormAddress(new URLSearchParams(search))).toEqual({
      row: { organization: 3, project: 7, unit: 11, person: 22 }[place as string],
      field: filledAs,
      read: false,
    });
  }
});

it('every field of a platform adapter links to an existing page and to the field of its form', () => {
  const tables = [...Object.values(provincialGroups), countyProjectFields, ...countyKinds.map((kind) => kind.fields)];
  for (const { name, label, place, filledAs } of [...tables, surveyBookColumns].flat() as readonly MessageField[]) {
    const fault = { kind: 'missing', path: name, label, message: '', place } as const;
    const [{ place: link } = { place: { path: '' } }] = exchangeFindings(
      [{ ...fault, ...(filledAs ? { filledAs } : {}) }],
      of,
      9,
    );
    expect(findRoute(link.path.split('?')[0] ?? ''), link.path).toBeDefined();
    const form = place === 'connector' ? connector : place === 'person' ? undefined : forms[place];
    if (form) expect(Object.keys(form.fields), `${place} ${name}`).toContain(filledAs);
  }
});

it('the link to a row’s form keeps the other parts of the address and accepts only a whole number as the row', () => {
  expect(formAddress('/inspectUnit?unitName=%E7%94%B2', 5, 'iuiCode')).toBe(
    '/inspectUnit?unitName=%E7%94%B2&edit=5&field=iuiCode',
  );
  expect(parseFormAddress(new URLSearchParams('edit=5'))).toEqual({ row: 5, field: null, read: false });
  expect(rowAddress('/resource/standards', 5)).toBe('/resource/standards?view=5');
  expect(parseFormAddress(new URLSearchParams('view=5'))).toEqual({ row: 5, field: null, read: true });
  for (const wrong of ['', 'edit=', 'edit=-1', 'edit=1e3', 'edit=9999999999', 'view=', 'view=-1', 'field=iuiCode'])
    expect(parseFormAddress(new URLSearchParams(wrong))).toBeNull();
});
