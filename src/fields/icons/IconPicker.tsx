import { Button, Input, Popover } from 'antd';
import { type ComponentType, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { notifyPartMissing } from '@/lib/deferredPart';
import { iconWords, isIconFor } from './iconWords';
import { loadIcons, MenuIcon } from './MenuIcon';
import styles from './icons.module.css';

interface IconPickerProps {
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
  readonly id?: string;
}

/** Icons per row, as in icons.module.css. */
const columnCount = 8;

function nextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return Math.min(index + 1, count - 1);
    case 'ArrowLeft':
      return Math.max(index - 1, 0);
    case 'ArrowDown':
      return index + columnCount < count ? index + columnCount : index;
    case 'ArrowUp':
      return index - columnCount;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

interface IconGridProps {
  readonly grid: RefObject<HTMLDivElement | null>;
  readonly icons: Readonly<Record<string, ComponentType>> | undefined;
  readonly names: readonly string[];
  readonly value: string | null | undefined;
  readonly stop: number;
  readonly setAt: (index: number) => void;
  readonly choose: (name: string) => void;
}

/** Grid of the named icons with one tab stop, and their number. */
function IconGrid({ grid, icons, names, value, stop, setAt, choose }: IconGridProps) {
  return (
    <>
      <div ref={grid} className={styles.grid} role="listbox" aria-label="图标" aria-busy={icons === undefined}>
        {names.map((name, index) => (
          <button
            key={name}
            type="button"
            role="option"
            aria-selected={name === value}
            aria-label={name}
            title={[name, iconWords[name]].filter(Boolean).join('：')}
            tabIndex={index === stop ? 0 : -1}
            className={styles.option}
            onFocus={() => setAt(index)}
            onClick={() => choose(name)}
          >
            <MenuIcon name={name} />
          </button>
        ))}
      </div>
      <p className={styles.count} role="status">
        {icons && (names.length ? `共${names.length}个图标` : '没有这样的图标，请换个名称。')}
      </p>
    </>
  );
}

/** Grid of named icons. It is one tab stop: arrows move inside, Enter chooses, Escape closes without a change. */
export function IconPicker({ value, onChange, id }: IconPickerProps) {
  const [open, setOpen] = useState(false);
  const [typedText, setTypedText] = useState('');
  /** Index of the icon that the arrows reached; undefined after opening. */
  const [at, setAt] = useState<number>();
  const [icons, setIcons] = useState<Readonly<Record<string, ComponentType>>>();
  const grid = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (open) void loadIcons().then(setIcons, notifyPartMissing);
  }, [open]);
  const names = Object.keys(icons ?? {}).filter((name) => isIconFor(name, typedText));
  // The chosen icon until an arrow key is pressed.
  const stop = Math.max(0, Math.min(at ?? names.indexOf(value ?? ''), names.length - 1));

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  const choose = (name: string | null) => {
    onChange?.(name);
    close();
  };
  const walkTo = (next: number) => {
    setAt(next);
    grid.current?.querySelectorAll<HTMLElement>('[role="option"]')[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const inGrid = grid.current?.contains(event.target as Node) === true;
    if (event.key === 'Escape') {
      // Keeps Escape from closing the form around the picker.
      event.stopPropagation();
      close();
    } else if (!inGrid && event.key === 'ArrowDown') walkTo(stop);
    else if (!inGrid && event.key === 'Enter' && names[0] !== undefined && typedText.trim() !== '') choose(names[0]);
    else if (inGrid) {
      const next = nextIndex(event.key, stop, names.length);
      if (next === undefined) return;
      if (next < 0) event.currentTarget.querySelector('input')?.focus();
      else walkTo(next);
    } else return;
    event.preventDefault();
  };

  return (
    <Popover
      trigger="click"
      open={open}
      destroyOnHidden
      onOpenChange={(next) => {
        setOpen(next);
        setTypedText('');
        setAt(undefined);
      }}
      content={
        // Handles the keys of the controls inside; the div itself is no control.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div className={styles.picker} onKeyDown={onKeyDown}>
          <Input
            allowClear
            autoFocus
            placeholder="图标名称，例如：user、用户"
            aria-label="图标名称"
            value={typedText}
            onChange={(event) => {
              setTypedText(event.target.value);
              setAt(0);
            }}
          />
          <IconGrid grid={grid} icons={icons} names={names} value={value} stop={stop} setAt={setAt} choose={choose} />
          {value && (
            <Button type="link" size="small" onClick={() => choose(null)}>
              不用图标
            </Button>
          )}
        </div>
      }
    >
      <Button ref={trigger} id={id} icon={<MenuIcon name={value} />} aria-haspopup="listbox" aria-expanded={open}>
        {value || '选择图标'}
      </Button>
    </Popover>
  );
}
