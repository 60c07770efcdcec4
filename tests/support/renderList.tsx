import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ListEditor, type ListEditorModel, type ListPage, useListEditor } from '@/listEditor';
import type { Entity } from '@contract/entity';
import { type ActionName, actions, permissionOf } from '@contract/permissions';
import { heardFeedback } from './browserState';
import { renderPage } from './renderPage';

/** What was said, as `success 新增成功`. */
function heard() {
  const { notices, ...rest } = heardFeedback();
  return { ...rest, said: () => notices.map(([kind, text]) => `${kind} ${text}`) };
}

interface Opened {
  readonly token: string;
  readonly path?: string;
}

/** Every permission on an entity. */
export const allOf = (entity: Entity): string[] =>
  (Object.keys(actions) as ActionName[]).map((action) => permissionOf(entity, action));

/**
 * A list page with its default skin; what the program says is heard, and questions are answered with yes unless told.
 */
export async function renderList(page: ListPage, opened: Opened) {
  const view = await renderPage(<ListEditor page={page} />, opened);
  return { ...view, ...heard() };
}

function Probe({ page, keep }: { page: ListPage; keep: (editor: ListEditorModel) => void }) {
  keep(useListEditor(page));
  return null;
}

/** The list editor without a face, loaded: `editor()` is its newest state. */
export async function renderEditor(page: ListPage, opened: Opened) {
  const kept: { editor?: ListEditorModel } = {};
  const view = await renderPage(<Probe page={page} keep={(editor) => void (kept.editor = editor)} />, opened);
  const editor = (): ListEditorModel => {
    if (!kept.editor) throw new Error('nothing was rendered');
    return kept.editor;
  };
  /** Runs a command and lets its effects settle. */
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

/** antd puts a blank between the two characters of a button, and an icon's name stands before it. */
export const spaced = (name: string): RegExp => new RegExp(`^([a-z-]+ ?)?${[...name].join('\\s?')}( ?[a-z-]+)?$`);
export const button = (name: string, inside: HTMLElement = document.body): HTMLElement =>
  within(inside).getByRole('button', { name: spaced(name) });
export const noButton = (name: string, inside: HTMLElement = document.body): boolean =>
  within(inside).queryByRole('button', { name: spaced(name) }) === null;
export const click = (element: HTMLElement): void => void fireEvent.click(element);
export const type = (element: HTMLElement, value: string): void =>
  void fireEvent.change(element, { target: { value } });

/** The open form or detail. */
export const drawer = (): Promise<HTMLElement> => screen.findByRole('dialog');
export const headers = (): string[] =>
  screen
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent ?? '')
    .filter(Boolean);
/** The row of the table in which a text stands. */
export const rowOf = async (text: string): Promise<HTMLElement> => {
  const row = (await screen.findByText(text)).closest<HTMLElement>('[role="row"]');
  if (!row) throw new Error(`${text} stands in no row`);
  return row;
};
export const tick = (row: HTMLElement): void => click(within(row).getByRole('checkbox'));
