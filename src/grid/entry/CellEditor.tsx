import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Option } from '@/api/options';
import type { Column } from './model/entryTypes';
import type { Editing } from './useEditing';
import { hasSuggestions, type Suggestion, useSuggestions } from './useSuggestions';
import styles from '../DataGrid.module.css';

interface CellEditorProps {
  readonly column: Column;
  readonly label: string;
  /** Displayed text of the cell. */
  readonly text: string;
  readonly readonly: boolean;
  readonly fault: string | undefined;
  readonly editing: Editing | null;
  /** True if the grid has the focus, so that this cell's text box gets it. */
  readonly focused: boolean;
  readonly onType: (text: string, typed: boolean) => void;
  /** Called with the key that ended the editing, which also moves the cursor. */
  readonly onFinish: (text: string, key?: KeyboardEvent) => void;
  readonly onChoose: (entityName: string, option: Option) => void;
}

/** Keeps the box focused, the caret at the end of the opened text, and the box as high as its text. */
function useEditorBox(box: RefObject<HTMLTextAreaElement | null>, focused: boolean, editing: Editing | null) {
  useLayoutEffect(() => {
    if (focused && box.current !== box.current?.ownerDocument.activeElement)
      box.current?.focus({ preventScroll: true });
  });
  const isOpened = editing !== null && !editing.typed;
  useLayoutEffect(() => {
    const element = box.current;
    if (isOpened) element?.setSelectionRange(element.value.length, element.value.length);
  }, [box, isOpened]);
  const content = editing?.text;
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.height = '';
    if (content !== undefined) element.style.height = `${Math.max(32, Math.min(160, element.scrollHeight + 2))}px`;
  }, [box, content]);
}

/** Returns the attributes that connect the box with its list. */
function comboboxProps(open: boolean, listId: string, suggestions: readonly Suggestion[], markedIndex: number) {
  return {
    role: 'combobox',
    'aria-expanded': open,
    'aria-controls': listId,
    'aria-autocomplete': 'list' as const,
    'aria-activedescendant': open && suggestions[markedIndex] ? `${listId}-${markedIndex}` : undefined,
  };
}

/** Returns the suggestions for the text in the box, and the one that Enter would take. */
function useChoices(column: Column, editing: Editing | null) {
  const [isTouched, setTouched] = useState(false);
  const open = editing !== null && hasSuggestions(column);
  // A list opened on a filled cell shows all options; typing filters them.
  const typedText = editing?.typed || isTouched ? (editing?.text ?? '') : '';
  const { list, loading } = useSuggestions(column, typedText, open);
  // A cell that accepts any text gets an option only if an arrow key has marked it.
  const first = column.offeredBy === null ? 0 : -1;
  const [markedIndex, setMarkedIndex] = useState(first);
  useEffect(() => setMarkedIndex(first), [typedText, first]);
  useEffect(() => {
    if (!editing) setTouched(false);
  }, [editing]);
  const exactMatch = editing ? list.find((suggestion) => suggestion.label === editing.text.trim()) : undefined;
  const choice =
    exactMatch ?? (typedText.trim() === '' && markedIndex === 0 && first === 0 ? undefined : list[markedIndex]);
  return { open, list, loading, first, marked: markedIndex, setMarkedIndex, choice, setTouched };
}

/**
 * Text box of the active cell. It is always present and focused, because an input method needs a focused box before the
 * first letter. It is empty and invisible until something is typed.
 */
export function CellEditor({
  column,
  label,
  text,
  readonly,
  fault,
  editing,
  focused,
  onType,
  onFinish,
  onChoose,
}: CellEditorProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const { field } = column;
  const { open, list, loading, first, marked, setMarkedIndex, choice, setTouched } = useChoices(column, editing);
  const listId = useId();
  useEditorBox(box, focused, editing);

  const choose = (suggestion: Suggestion, key?: KeyboardEvent) => {
    if (suggestion.option && field?.kind === 'ref') onChoose(field.to, suggestion.option);
    onFinish(suggestion.label, key);
  };
  // The open list handles its keys first. The grid gets the others together with the chosen option.
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!open || event.nativeEvent.isComposing || (first < 0 && list.length === 0)) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      event.stopPropagation();
      setMarkedIndex((before) => Math.max(0, Math.min(list.length - 1, before + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if ((event.key === 'Enter' || event.key === 'Tab') && choice && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      event.stopPropagation();
      choose(choice, event);
    }
  };

  return (
    <>
      <textarea
        ref={box}
        className={editing ? styles['editor'] : styles['waiting']}
        data-entry-editor
        rows={1}
        aria-label={fault === undefined ? label : `${label}，有误：${fault}`}
        aria-invalid={fault !== undefined || undefined}
        aria-readonly={readonly || undefined}
        readOnly={readonly}
        inputMode={field?.kind === 'integer' || field?.kind === 'decimal' ? 'decimal' : undefined}
        {...(hasSuggestions(column) ? comboboxProps(open, listId, list, marked) : {})}
        placeholder={editing ? undefined : ''}
        value={editing ? editing.text : ''}
        title={editing ? undefined : (fault ?? text)}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setTouched(true);
          onType(event.target.value, editing?.typed ?? true);
        }}
        onKeyDown={onKeyDown}
      />
      {open && (list.length > 0 || loading) && box.current && (
        <SuggestionList
          id={listId}
          anchor={box.current}
          list={list}
          marked={choice ? list.indexOf(choice) : marked}
          loading={loading}
          onChoose={choose}
        />
      )}
    </>
  );
}

interface SuggestionListProps {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly list: readonly Suggestion[];
  readonly marked: number;
  readonly loading: boolean;
  readonly onChoose: (one: Suggestion) => void;
}

/** List of options below the cell, positioned above every ancestor that clips. */
function SuggestionList({ id, anchor, list, marked, loading, onChoose }: SuggestionListProps) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const { left, bottom, top, width } = anchor.getBoundingClientRect();
    const spaceBelow = window.innerHeight - bottom;
    element.style.left = `${Math.min(left, window.innerWidth - element.offsetWidth - 8)}px`;
    element.style.minWidth = `${width}px`;
    if (spaceBelow < element.offsetHeight + 8 && top > spaceBelow)
      element.style.top = `${Math.max(8, top - element.offsetHeight - 2)}px`;
    else element.style.top = `${bottom + 2}px`;
  });
  useEffect(() => {
    ref.current?.children[marked]?.scrollIntoView?.({ block: 'nearest' });
  }, [marked]);
  return createPortal(
    <div
      ref={ref}
      id={id}
      role="listbox"
      tabIndex={-1}
      className={styles['suggestions']}
      onMouseDown={(event) => event.preventDefault()}
    >
      {list.map((suggestion, index) => (
        <div
          key={suggestion.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === marked}
          className={index === marked ? styles['marked'] : undefined}
          onClick={() => onChoose(suggestion)}
        >
          {suggestion.label}
        </div>
      ))}
      {list.length === 0 && loading && <div className={styles['searching']}>正在查找…</div>}
    </div>,
    document.body,
  );
}
