import { SearchOutlined } from '@ant-design/icons';
import { Modal } from 'antd';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { arrowStep } from '@/lib/arrowStep';
import { matchingEntries, type PaletteEntry, groups } from './paletteEntries';
import { closePalette, openShortcuts } from './paletteStore';
import { usePaletteEntries } from './usePaletteEntries';
import { usePinyinSyllables } from './usePinyinSyllables';
import { useServerSearch } from './useServerSearch';
import styles from './palette.module.css';

interface PaletteOptionsProps {
  /** Prefix of the options' ids, to which the box refers. */
  readonly id: string;
  readonly entries: readonly PaletteEntry[];
  readonly markedIndex: number;
  readonly onMark: (index: number) => void;
  readonly onRun: (paletteEntry: PaletteEntry) => void;
}

/** Found entries by group. */
function PaletteOptions({ id, entries, markedIndex, onMark, onRun }: PaletteOptionsProps) {
  return (Object.keys(groups) as PaletteEntry['group'][]).map((group) => {
    const rows = entries.flatMap((entry, index) => (entry.group === group ? [{ entry, index }] : []));
    return rows.length === 0 ? null : (
      <div key={group} role="group" aria-labelledby={`${id}${group}`}>
        <div id={`${id}${group}`} role="presentation" className={styles.group}>
          {groups[group]}
        </div>
        {rows.map(({ entry, index }) => (
          <div
            key={entry.key}
            id={`${id}${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === markedIndex}
            className={styles.entry}
            // Keeps the focus in the box.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => onMark(index)}
            onClick={() => onRun(entry)}
          >
            <span className={styles.name}>{entry.title}</span>
            {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
          </div>
        ))}
      </div>
    );
  });
}

/** Search box with a list of results (WAI-ARIA combobox). The focus stays in the box. */
function PaletteSearch() {
  const [typedText, setTypedText] = useState('');
  const [markedIndex, setMarkedIndex] = useState(0);
  const paletteEntries = usePaletteEntries(openShortcuts);
  const spell = usePinyinSyllables();
  const records = useServerSearch(typedText);
  const foundEntries = useMemo(
    () => matchingEntries([...paletteEntries, ...records.entries], typedText, spell),
    [paletteEntries, records.entries, typedText, spell],
  );
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const chosenEntry = foundEntries[markedIndex];
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosenEntry]);

  const run = (entry: PaletteEntry) => {
    closePalette();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // During composition Enter accepts the input method's proposal.
    if (event.nativeEvent.isComposing) return;
    const next = foundEntries.length ? arrowStep(event.key, 'column', markedIndex, foundEntries.length) : undefined;
    if (next !== undefined) setMarkedIndex(next);
    else if (event.key === 'Enter' && chosenEntry) run(chosenEntry);
    else return;
    event.preventDefault();
  };

  return (
    <>
      <div className={styles.box}>
        <SearchOutlined aria-hidden />
        <input
          className={styles.input}
          role="combobox"
          aria-label="搜索菜单、页面、数据和操作"
          aria-expanded
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          aria-activedescendant={chosenEntry ? `${id}${markedIndex}` : undefined}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          placeholder="搜索菜单、单位、编号，支持拼音首字母"
          value={typedText}
          onChange={(event) => {
            setTypedText(event.target.value);
            setMarkedIndex(0);
          }}
          onKeyDown={onKeyDown}
        />
        <kbd className={styles.key}>Esc</kbd>
      </div>
      <div ref={list} id={`${id}list`} className={styles.list} role="listbox" aria-label="搜索结果">
        <PaletteOptions id={id} entries={foundEntries} markedIndex={markedIndex} onMark={setMarkedIndex} onRun={run} />
      </div>
      {foundEntries.length === 0 && !records.busy && (
        <p className={styles.none}>没有符合“{typedText}”的菜单、页面、数据或操作，请更换关键词再试。</p>
      )}
      {records.busy && <p className={styles.asking}>正在查找数据…</p>}
      {records.failed && <p className={styles.asking}>数据暂时查不到，请检查网络后再输入一次。</p>}
      <p className={styles.spoken} role="status">
        {records.busy ? '' : `共${foundEntries.length}项`}
      </p>
    </>
  );
}

/** Visually hidden name of the dialog for screen readers. */
const outOfSight = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: 0,
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
} as const;

/** Ctrl+K dialog that opens any page or command of the shell by keyboard. */
export function Palette({ open }: { readonly open: boolean }) {
  return (
    <Modal
      open={open}
      onCancel={closePalette}
      footer={null}
      closable={false}
      destroyOnHidden
      width={560}
      style={{ top: 72 }}
      styles={{ container: { padding: 0 }, header: outOfSight }}
      title="搜索"
    >
      <PaletteSearch />
    </Modal>
  );
}
