import type { ComponentType } from 'react';
import type { Calls } from '@/api/backEnd/resourceCalls';
import type { UnreadText } from '@/fields/formRules';
import type { AnyRow, Entity, Row } from '@contract/entity';
import type { ActionName } from '@contract/permissions';

/** Built-in abilities of a list. An ability is shown if the page offers it and the person has the permission. */
export type Ability = Extract<ActionName, 'add' | 'edit' | 'copy' | 'del' | 'restore' | 'import' | 'export'> | 'paste';

/** Position of an action's button: above the list, in each row, or above the list for the selected rows. */
type ActionPlace = 'toolbar' | 'row' | 'selection';

/** Arguments of an action. `rows` is the row of a row action, otherwise the selection. */
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
  readonly place: ActionPlace;
  /**
   * The person needs one of these permissions. Without this key everyone who may open the page may run the action.
   */
  readonly permission?: readonly string[];
  /** Question that the person confirms before `run`. */
  readonly confirm?: string | ((rows: readonly R[]) => string);
  readonly enabled?: (rows: readonly R[]) => boolean;
  readonly danger?: boolean;
  readonly run: (context: ActionContext<R>) => Promise<void> | void;
}

export interface EditorCommands {
  /** Settings of the list's calls. The calls of an action have the same form. */
  readonly calls: Calls;
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

/** Props of a form input. antd passes `value` and `onChange`. */
export interface InputProps {
  readonly value?: unknown;
  readonly onChange?: (value: unknown) => void;
  readonly id?: string;
  readonly disabled?: boolean;
}

/** A permission to write, with what people call the work: 编制记录. */
export interface WriteRight {
  readonly permission: string;
  readonly label: string;
}

interface FormSection {
  /** Name of the field that the section follows. */
  readonly after: string;
  readonly component: ComponentType;
}

export interface FormGroup<Name extends string> {
  readonly title: string;
  readonly fields: readonly Name[];
}

interface Slots {
  readonly besideList?: ComponentType;
  readonly aboveList?: ComponentType;
  /** Replaces the field list in the drawer that a click on the row's title opens. */
  readonly detail?: ComponentType<{ row: AnyRow }>;
  /** Shown before the title of a row, in its cell. */
  readonly titleMark?: ComponentType<{ row: AnyRow }>;
}

/**
 * Steps that a page can veto by returning false (BEHAVIOUR §2.2). `open` may return initial values of the form,
 * `submit` an object with the `reason` to send.
 */
export type BeforeStep = 'refresh' | 'open' | 'validate' | 'submit' | 'cancel' | 'delete';
export interface BeforeContext {
  readonly action?: FormAction;
  readonly rows: readonly AnyRow[];
  readonly values?: Record<string, unknown>;
}
type BeforeResult = boolean | void | Readonly<Record<string, unknown>>;
export type Before = Partial<Record<BeforeStep, (context: BeforeContext) => BeforeResult | Promise<BeforeResult>>>;

export type FixedQuery = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/**
 * A page of the list editor: its content, and the settings of its calls for another back end (SPEC §7: address,
 * method, name of the page, suffixes). Lists name what is shown; no flag names what is hidden (STYLE §4, 2). Each key
 * has a test named `a list page honours <key>`.
 */
export interface ListPage<R extends AnyRow = AnyRow, Name extends string = string> extends Calls {
  readonly entity: Entity;
  /** Title of the page; by default the entity's label. */
  readonly title?: string;
  /** Name of the exported file, where the title names the rows and not the list; by default the title. */
  readonly exportTitle?: string;
  /** Text of an empty list without filters; by default 还没有 and the title. */
  readonly empty?: string;
  readonly columns: readonly Name[];
  /**
   * Default widths in px of columns whose content differs from the usual content of their kind. People can change
   * them.
   */
  readonly widths?: Readonly<Partial<Record<Name, number>>>;
  /** True: on a phone each row is a card. */
  readonly cards?: true;
  readonly filters?: readonly Name[];
  readonly form?: readonly (Name | FormGroup<Name>)[];
  /** Parameters sent with every list and export request. They override the person's filters. */
  readonly fixedQuery?: FixedQuery;
  /** Default order; `id,desc` unless given (SPEC §7). */
  readonly sort?: string;
  /**
   * Abilities that the page offers; by default all that the server offers for the entity. Every list has an export of
   * its rows; `export` also offers that of selected ones.
   */
  readonly abilities?: readonly Ability[];
  /** Work on the rows that the page which a row opens does. A person who may not do it is told who may. */
  readonly worksBy?: WriteRight;
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

/**
 * Checks a page against its entity at compile time: an unknown column, filter or cell name is a type error.
 * @example const page = definePage({ entity: customer, url: 'api/customer', columns: ['customerName'], form:
 * ['contact'] });
 */
export function definePage<const E extends Entity>(
  page: { entity: E } & Omit<ListPage<Row<E> & AnyRow, NameOf<E>>, 'entity'>,
): ListPage {
  return page as unknown as ListPage;
}

/** Returns the settings of the calls from a page. */
export const callsIn = ({
  url,
  method,
  pageParam,
  sizeParam,
  firstPage,
  suffixes,
  belongGas,
  uploadType,
}: Calls): Calls => ({
  ...(url === undefined ? {} : { url }),
  ...(method === undefined ? {} : { method }),
  ...(pageParam === undefined ? {} : { pageParam }),
  ...(sizeParam === undefined ? {} : { sizeParam }),
  ...(firstPage === undefined ? {} : { firstPage }),
  ...(suffixes === undefined ? {} : { suffixes }),
  ...(belongGas === undefined ? {} : { belongGas }),
  ...(uploadType === undefined ? {} : { uploadType }),
});

/** Types an action's rows: `defineAction<CustomerRow>({ … })`. */
export function defineAction<R extends AnyRow = AnyRow>(action: Action<R>): Action<R> {
  return action;
}
