import { Button, Input, Popover } from 'antd';
import { type ComponentType, useEffect, useState } from 'react';
import styles from './icons.module.css';
import { loadIcons, MenuIcon } from './MenuIcon';

interface IconPickerProps {
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
  readonly id?: string;
}

/** A grid of named icons; each is a button, so that the keyboard gets there too. */
export function IconPicker({ value, onChange, id }: IconPickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [icons, setIcons] = useState<Readonly<Record<string, ComponentType>>>({});
  useEffect(() => {
    if (open) void loadIcons().then(setIcons);
  }, [open]);
  const names = Object.keys(icons).filter((name) => name.toLowerCase().includes(typed.trim().toLowerCase()));
  const choose = (name: string | null) => {
    onChange?.(name);
    setOpen(false);
  };
  return (
    <Popover
      trigger="click"
      open={open}
      onOpenChange={setOpen}
      content={
        <div className={styles.picker}>
          <Input allowClear placeholder="图标名称" aria-label="图标名称" value={typed} onChange={(event) => setTyped(event.target.value)} />
          <div className={styles.grid} role="listbox" aria-label="图标">
            {names.map((name) => (
              <button key={name} type="button" role="option" aria-selected={name === value} aria-label={name} title={name} className={styles.option} onClick={() => choose(name)}>
                <MenuIcon name={name} />
              </button>
            ))}
          </div>
          {value && <Button type="link" size="small" onClick={() => choose(null)}>不用图标</Button>}
        </div>
      }
    >
      <Button id={id} icon={<MenuIcon name={value} />}>{value || '选择图标'}</Button>
    </Popover>
  );
}
