import type { ComponentType } from 'react';
import type { UnreadText } from '@/fields/rules';
import type { AnyRow, Entity, Row } from '@contract/entity';
import type { ActionName } from '@contract/permissions';

/** Built-in abilities of a list. Which of them show is the page's word and the person's permission together. */
export type Ability = Extract<ActionName, 'add' | 'edit' | 'copy' | 'del' | 'restore' | 'import' | 'export'> | 'paste';

/** Where a button stands. */
export type Place = 'toolbar' | 'row' | 'selection';

/** What an action may do; the built-in ones are given nothing more. */
export interface ActionContext<R extends AnyRow = AnyRow> {
  readonly rows: readonly R[];
  readonly ids: readonly number[];
  readonly editor: EditorCommands;
  /** Opens a page of the console. */
  readonly open: (path: string, query?: Record<string, string>) => void;
}

export interface Action<R extends AnyRow = AnyRow> {
  readonly key: string;
  readonly label: string;
  readonly at: Place;
  /** Any one of these; without it everyone who sees the page may. */
  readonly permission?: readonly string[];
  /** Asked before `run`. */
  readonly confirm?: string | ((rows: readonly R[]) => string);
  readonly enabled?: (rows: readonly R[]) => boolean;
  readonly danger?: boolean;
  readonly run: (context: ActionContext<R>) => Promise<void> | void;
}

export interface EditorCommands {
  /** Where the list's calls go; an action's go there too. */
  readonly url: string;
  readonly refresh: () => Promise<void>;
  readonly clearSelection: () => void;
  readonly openForm: (
    action: FormAction,
    row?: AnyRow | null,
    values?: Record<string, unknown>,
    unread?: Readonly<Record<string, UnreadText>>,
  ) => Promise<void>;
}

export type FormAction = 'add' | 'edit' | 'copy' | 'paste';

export interface CellProps<R extends AnyRow = AnyRow> {
  readonly row: R;
}

/** An input of the form: antd gives it `value` and `onChange`. */
export interface InputProps {
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly id?: string;
  readonly disabled?: boolean;
}

export interface FormSection {
  /** Behind which field the block stands. */
  readonly after: string;
  readonly component: ComponentType;
}

export interface FormGroup<Name extends string> {
  readonly title: string;
  readonly fields: readonly Name[];
}

export interface Slots {
  readonly aside?: ComponentType;
  readonly above?: ComponentType;
  /** The body of the drawer that a click on the row's title opens, in place of the plain field list. */
  readonly detail?: ComponentType<{ row: AnyRow }>;
}

/**
 * A step that the page may veto by answering false (BEHAVIOUR §2.2); `open` may also answer what the form starts with,
 * `submit` the reason that goes with it.
 */
export type BeforeStep = 'refresh' | 'open' | 'validate' | 'submit' | 'cancel' | 'delete';
export interface BeforeContext {
  readonly action?: FormAction;
  readonly rows: readonly AnyRow[];
  readonly values?: Record<string, unknown>;
}
type Verdict = boolean | void | Readonly<Record<string, unknown>>;
export type Before = Partial<Record<BeforeStep, (context: BeforeContext) => Verdict | Promise<Verdict>>>;

export type FixedQuery = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * One screen on the list editor. Lists say what is shown; no flag says what is hidden (STYLE §4, 2). Each key has a
 * test named `honours <key>`.
 */
export interface ListPage<R extends AnyRow = AnyRow, Name extends string = string> {
  readonly entity: Entity;
  /** The entity's label unless told. */
  readonly title?: string;
  /** What is said where there is nothing, and nothing was searched for; 还没有 and the title unless told. */
  readonly empty?: string;
  /** Where the calls go; the entity's path unless told, so that one page can show another back end's list. */
  readonly url?: string;
  readonly columns: readonly Name[];
  /** px, of columns that show another thing than their kind usually does; people change them. */
  readonly widths?: Readonly<Partial<Record<Name, number>>>;
  readonly filters?: readonly Name[];
  readonly form?: readonly (Name | FormGroup<Name>)[];
  /** Sent with every list and export call, whatever the person filters by. */
  readonly fixedQuery?: FixedQuery;
  /** `id,desc` unless told (SPEC §7). */
  readonly sort?: string;
  /** All that the server offers for the entity unless told. */
  readonly can?: readonly Ability[];
  readonly cells?: Readonly<Partial<Record<Name, ComponentType<CellProps<R>>>>>;
  readonly inputs?: Readonly<Partial<Record<Name, ComponentType<InputProps>>>>;
  readonly sections?: readonly FormSection[];
  readonly actions?: readonly Action<R>[];
  readonly slots?: Slots;
  readonly before?: Before;
}

type NameOf<E> =
  E extends Entity<infer F, infer N>
    ? | (keyof F & string)
      | (keyof N & string)
      | 'id'
      | 'organizationId'
      | 'createTime'
      | 'updateTime'
      | 'createBy'
      | 'updateBy'
    : never;

/** Holds a page to its entity: a misspelt column, filter or cell does not compile. */
export function definePage<const E extends Entity>(
  page: { entity: E } & Omit<ListPage<Row<E> & AnyRow, NameOf<E>>, 'entity'>,
): ListPage {
  return page as unknown as ListPage;
}

export function defineAction<R extends AnyRow = AnyRow>(action: Action<R>): Action<R> {
  return action;
}
