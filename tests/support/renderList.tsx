import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ListEditor, type ListEditorModel, type ListPage, useListEditor } from '@/listEditor';
import type { Entity } from '@contract/entity';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import { heardFeedback } from './browserState';
import { renderPage } from './renderPage';

/** Returns the messages, such as `success 新增成功`. */
function heard() {
  const { notices, ...rest } = heardFeedback();
  return { ...rest, said: () => notices.map(([kind, text]) => `${kind} ${text}`) };
}

interface Opened {
  readonly token: string;
  readonly path?: string;
}

/** Returns every permission on an entity. */
export const allOf = (entity: Entity): string[] =>
  (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entity, action));

/** Renders a list page with its default skin; messages are recorded, and questions answered with yes by default. */
export async function renderList(page: ListPage, opened: Opened) {
  const view = await renderPage(<ListEditor page={page} />, opened);
  return { ...view, ...heard() };
}

function Probe({ page, keep }: { page: ListPage; keep: (editor: ListEditorModel) => void }) {
  keep(useListEditor(page));
  return null;
}

/** Renders the list editor without UI, loaded: `editor()` is its newest state. */
export async function renderEditor(page: ListPage, opened: Opened) {
  const kept: { editor?: ListEditorModel } = {};
  const view = await renderPage(<Probe page={page} keep={(editor) => void (kept.editor = editor)} />, opened);
  const editor = (): ListEditorModel => {
    if (!kept.editor) throw new Error('nothing was rendered');
    return kept.editor;
  };
  /** Runs a command and waits for its effects. */
  const run = async <T,>(command: (now: ListEditorModel) => T | Promise<T>): Promise<T> => {
    let answer: T | undefined;
    await act(async () => void (answer = await command(editor())));
    return answer as T;
  };
  const settled = () =>
    waitFor(() => {
      if (editor().loading) throw new Error('still loading');
    });
  return { ...view, ...heard(), editor, run, settled };
}

/** antd puts a space between the two characters of a button, and an icon's name before them. */
export const spaced = (name: string): RegExp => new RegExp(`^([a-z-]+ ?)?${[...name].join('\\s?')}( ?[a-z-]+)?$`);
export const button = (name: string, inside: HTMLElement = document.body): HTMLElement =>
  within(inside).getByRole('button', { name: spaced(name) });
export const noButton = (name: string, inside: HTMLElement = document.body): boolean =>
  within(inside).queryByRole('button', { name: spaced(name) }) === null;
export const click = (element: HTMLElement): void => void fireEvent.click(element);
export const type = (element: HTMLElement, value: string): void =>
  void fireEvent.change(element, { target: { value } });

/** Returns the open form or detail. */
export const drawer = (): Promise<HTMLElement> => screen.findByRole('dialog');
export const headers = (): string[] =>
  screen
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent ?? '')
    .filter(Boolean);
/** Returns the table row that contains a text. */
export const rowOf = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(text)).closest<HTMLElement>('[role="row"]');
  if (!row) throw new Error(`${text} stands in no row`);
  return row;
};
export const tick = (row: HTMLElement): void => click(within(row).getByRole('checkbox'));
