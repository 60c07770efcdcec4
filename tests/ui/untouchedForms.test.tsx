import { screen, waitFor } from '@testing-library/react';
import type { ComponentType } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { ListEditor, type ListPage } from '@/listEditor';
import MenuPage from '@/pages/system/menu/page';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { oneOfEachKind } from '../support/proofs';
import { button, click } from '../support/renderList';
import { renderPage } from '../support/renderPage';

// No form shows a value that it does not hold: submitted untouched, it reports no error at a field that looks filled
// in.

const api = apiServer();
let admin: string;

const nameOf = (path: string) => path.replace(/^.*\/pages\//, '').replace(/\/page\.tsx?$/, '');
const lists = Object.entries(import.meta.glob<{ default: ListPage }>('/src/pages/**/page.ts', { eager: true }))
  .map(([path, { default: page }]) => ({ name: nameOf(path), page }))
  .filter(({ page }) => page.form !== undefined && (page.abilities ?? ['add']).includes('add'));
const pages: { name: string; kinds: string; Page: ComponentType }[] = [
  { name: 'system/menu', kinds: 'menu', Page: MenuPage },
  ...lists.map(({ name, page }) => {
    const named = (page.form ?? []).flatMap((item) => (typeof item === 'string' ? [item] : item.fields));
    const kinds = named.flatMap((one) => (page.entity.fields[one]?.required ? [page.entity.fields[one].kind] : []));
    return {
      name,
      kinds: [...new Set(kinds), page.inputs ? name : ''].sort().join(),
      Page: () => <ListEditor page={page} />,
    };
  }),
];

beforeAll(async () => {
  const { rows, login } = api.server;
  await rows.user({ userName: 'chief', isAdmin: true, organizationId: await rows.organization() });
  admin = await login('chief');
});

/** Returns the value that a field visibly shows; empty for none. */
function shownIn(item: Element): string {
  const typed = [
    ...item.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      'input:not([type=radio],[type=checkbox],[type=file]), textarea',
    ),
  ].map((input) => input.value);
  const chosen = [
    ...item.querySelectorAll(
      '.ant-select-selection-item, .ant-select-content-has-value, .ant-radio-button-wrapper-checked, .ant-radio-wrapper-checked, [aria-checked="true"]',
    ),
  ].map((element) => element.textContent ?? '');
  return [...typed, ...chosen].join('').trim();
}

describe.each(oneOfEachKind(pages, ({ kinds }) => kinds))('form of $name', ({ Page }) => {
  it('the form of $name, submitted without input, reports no error at a field that shows a value', async () => {
    await renderPage(<Page />, { token: admin });
    heardFeedback();
    await screen.findAllByRole('grid');
    click(await screen.findByRole('button', { name: /^(plus ?)?新\s?增$/ }));
    const form = await screen.findByRole('dialog');
    // Fields that depend on others appear a moment later.
    await waitFor(() => expect(form.querySelectorAll('.ant-form-item').length).toBeGreaterThan(1));
    click(button('保存', form));
    await waitFor(() => expect(form.querySelector('.ant-form-item-has-error')).not.toBeNull());
    const wrong = [...form.querySelectorAll('.ant-form-item-has-error')].flatMap((item) => {
      const label = item.querySelector('label')?.textContent ?? '';
      const message = item.querySelector('.ant-form-item-explain-error')?.textContent ?? '';
      return shownIn(item) ? [`${label}: shows “${shownIn(item)}”, says “${message}”`] : [];
    });
    expect(wrong).toEqual([]);
  });
});
