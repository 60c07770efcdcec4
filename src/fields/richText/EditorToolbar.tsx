import BoldOutlined from '@ant-design/icons/BoldOutlined';
import ItalicOutlined from '@ant-design/icons/ItalicOutlined';
import LinkOutlined from '@ant-design/icons/LinkOutlined';
import OrderedListOutlined from '@ant-design/icons/OrderedListOutlined';
import PictureOutlined from '@ant-design/icons/PictureOutlined';
import RedoOutlined from '@ant-design/icons/RedoOutlined';
import StrikethroughOutlined from '@ant-design/icons/StrikethroughOutlined';
import TableOutlined from '@ant-design/icons/TableOutlined';
import UnderlineOutlined from '@ant-design/icons/UnderlineOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import UnorderedListOutlined from '@ant-design/icons/UnorderedListOutlined';
import type { ChainedCommands, Editor } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { LinkBar } from './LinkBar';
import styles from './richText.module.css';

interface EditorTool {
  readonly key: string;
  readonly label: string;
  readonly face: ReactNode;
  readonly active?: (editor: Editor) => boolean;
  readonly enabled?: (editor: Editor) => boolean;
  readonly run: (chain: ChainedCommands) => ChainedCommands;
}

const markTool = (key: string, label: string, face: ReactNode, run: EditorTool['run']): EditorTool => ({
  key,
  label,
  face,
  active: (editor) => editor.isActive(key),
  run,
});
const headingTool = (level: 2 | 3 | 4, label: string): EditorTool => ({
  key: `heading${level}`,
  label,
  face: label,
  active: (editor) => editor.isActive('heading', { level }),
  run: (chain) => chain.toggleHeading({ level }),
});

const toolGroups: readonly (readonly EditorTool[])[] = [
  [
    {
      key: 'undo',
      label: '撤销（Ctrl+Z）',
      face: <UndoOutlined />,
      enabled: (editor) => editor.can().undo(),
      run: (chain) => chain.undo(),
    },
    {
      key: 'redo',
      label: '重做（Ctrl+Y）',
      face: <RedoOutlined />,
      enabled: (editor) => editor.can().redo(),
      run: (chain) => chain.redo(),
    },
  ],
  [headingTool(2, '标题1'), headingTool(3, '标题2'), headingTool(4, '标题3')],
  [
    markTool('bold', '加粗（Ctrl+B）', <BoldOutlined />, (chain) => chain.toggleBold()),
    markTool('italic', '斜体（Ctrl+I）', <ItalicOutlined />, (chain) => chain.toggleItalic()),
    markTool('underline', '下划线（Ctrl+U）', <UnderlineOutlined />, (chain) => chain.toggleUnderline()),
    markTool('strike', '删除线', <StrikethroughOutlined />, (chain) => chain.toggleStrike()),
  ],
  [
    markTool('bulletList', '项目符号', <UnorderedListOutlined />, (chain) => chain.toggleBulletList()),
    markTool('orderedList', '编号', <OrderedListOutlined />, (chain) => chain.toggleOrderedList()),
    markTool('blockquote', '引用', '引用', (chain) => chain.toggleBlockquote()),
  ],
];

/** Buttons shown while the caret is in a table. */
const tableTools: readonly EditorTool[] = [
  { key: 'addRow', label: '在下方加一行', face: '加行', run: (chain) => chain.addRowAfter() },
  { key: 'addColumn', label: '在右侧加一列', face: '加列', run: (chain) => chain.addColumnAfter() },
  { key: 'deleteRow', label: '删除所在的行', face: '删行', run: (chain) => chain.deleteRow() },
  { key: 'deleteColumn', label: '删除所在的列', face: '删列', run: (chain) => chain.deleteColumn() },
  { key: 'deleteTable', label: '删除表格', face: '删表格', run: (chain) => chain.deleteTable() },
];

interface EditorToolbarProps {
  readonly editor: Editor;
  readonly disabled: boolean;
  readonly onPictures: (files: readonly File[]) => void;
}

/** Moves the focus between the buttons of the toolbar by the arrow keys, Home and End. */
function moveFocus(bar: HTMLElement | null, event: KeyboardEvent): void {
  const buttons = [...(bar?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])];
  const index = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (next === undefined || index < 0) return;
  event.preventDefault();
  buttons[(next + buttons.length) % buttons.length]?.focus();
}

/** Input of the picture button; it is opened by a click on the button. */
function PictureChooser({
  input,
  onPictures,
}: {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onPictures: EditorToolbarProps['onPictures'];
}) {
  return (
    <input
      ref={input}
      type="file"
      accept=".png,.jpg,.jpeg,.gif,.webp"
      multiple
      className={styles.chooser}
      tabIndex={-1}
      aria-label="选择图片"
      onChange={(event) => {
        onPictures([...(event.target.files ?? [])]);
        event.target.value = '';
      }}
    />
  );
}

interface ButtonOptions {
  readonly active?: boolean | undefined;
  readonly enabled?: boolean | undefined;
  readonly onClick: () => void;
}

/** Returns a function that renders a button. Only the button of the last focus is a tab stop. */
function useToolButtons(disabled: boolean) {
  const [stop, setStop] = useState('heading2');
  return (key: string, label: string, face: ReactNode, { active, enabled, onClick }: ButtonOptions) => (
    <button
      key={key}
      type="button"
      className={styles.tool}
      aria-label={label}
      title={label}
      {...(active === undefined ? {} : { 'aria-pressed': active })}
      disabled={disabled || enabled === false}
      tabIndex={stop === key ? 0 : -1}
      onFocus={() => setStop(key)}
      // Keeps the caret in the text.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {face}
    </button>
  );
}

/**
 * Toolbar of the editor: one tab stop, arrows move inside (APG toolbar), so that Tab does not pass dozens of buttons.
 */
export function EditorToolbar({ editor, disabled, onPictures }: EditorToolbarProps) {
  const [linking, setLinking] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const button = useToolButtons(disabled);
  const tool = ({ key, label, face, active, enabled, run }: EditorTool) =>
    button(key, label, face, {
      active: active?.(editor),
      enabled: enabled?.(editor),
      onClick: () => run(editor.chain().focus()).run(),
    });
  const inTable = editor.isActive('table');
  return (
    <>
      <div
        ref={bar}
        role="toolbar"
        tabIndex={-1}
        aria-label="文字格式"
        className={styles.toolbar}
        onKeyDown={(event) => moveFocus(bar.current, event)}
      >
        {toolGroups.map((tools, index) => (
          <span key={index} className={styles.toolGroup}>
            {tools.map(tool)}
          </span>
        ))}
        <span className={styles.toolGroup}>
          {button('link', '链接', <LinkOutlined />, {
            active: editor.isActive('link'),
            onClick: () => setLinking(!linking),
          })}
          {button('picture', '插入图片', <PictureOutlined />, { onClick: () => fileInput.current?.click() })}
          {button('table', '插入表格', <TableOutlined />, {
            enabled: !inTable,
            onClick: () => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
          })}
        </span>
        {inTable && <span className={styles.toolGroup}>{tableTools.map(tool)}</span>}
        <PictureChooser input={fileInput} onPictures={onPictures} />
      </div>
      {linking && (
        <LinkBar
          editor={editor}
          onClose={() => {
            setLinking(false);
            editor.commands.focus();
          }}
        />
      )}
    </>
  );
}
