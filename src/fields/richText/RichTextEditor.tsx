import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { uploadFile } from '@/api/files';
import { succeeded } from '@/api/succeeded';
import type { RichTextField } from '@contract/field';
import { isSafeLink, pictureAddress } from '@contract/fields/richText';
import type { FieldInputProps } from '../fieldInputTypes';
import { EditorPicture } from './EditorPicture';
import { EditorToolbar } from './EditorToolbar';
import styles from './richText.module.css';

const editorExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // Otherwise an empty paragraph after a list would be stored and would appear in the history as a change.
    trailingNode: false,
    // IN4: only safe addresses become links when typed or pasted.
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => isSafeLink(url),
      shouldAutoLink: (url) => /^(https?:|mailto:)/i.test(url),
    },
  }),
  EditorPicture,
  // Dragged column widths would be styles, which cleaning removes.
  TableKit.configure({ table: { resizable: false } }),
];

const picturesIn = (files: FileList | undefined | null): File[] =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** Editor of rich text with the usual shortcuts such as Ctrl+B. Images can be pasted or dropped. */
export function RichTextEditor({
  field,
  value,
  onChange,
  id,
  disabled = false,
  ...aria
}: FieldInputProps<RichTextField, string>) {
  const lastValue = useRef<string | null>(value || null);
  const change = useRef(onChange);
  change.current = onChange;

  const insert = useRef<(files: readonly File[]) => void>(() => undefined);
  const editor = useEditor({
    extensions: editorExtensions,
    content: value ?? '',
    editable: !disabled,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        ...(id ? { id } : {}),
        ...ariaOf(aria),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': field.label,
        class: styles.content ?? '',
      },
      // Ctrl+Enter submits the form instead of breaking the line.
      handleKeyDown: (_view, event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey),
      handlePaste: (_view, { clipboardData }) => {
        // Word puts an image of the text into the clipboard beside the text. The image is ignored.
        const files = clipboardData?.types.includes('text/html') ? [] : picturesIn(clipboardData?.files);
        if (files.length) insert.current(files);
        return files.length > 0;
      },
      handleDrop: (_view, { dataTransfer }) => {
        const files = picturesIn(dataTransfer?.files);
        if (files.length) insert.current(files);
        return files.length > 0;
      },
    },
    onUpdate: ({ editor: current }) => {
      lastValue.current = current.isEmpty ? null : current.getHTML();
      change.current?.(lastValue.current);
    },
  });

  insert.current = (files) => {
    void (async () => {
      for (const file of files) {
        await succeeded(
          uploadFile(file, 'image').then(({ id: fileId, name }) =>
            editor
              .chain()
              .focus()
              .setImage({ src: pictureAddress(fileId), alt: name })
              .run(),
          ),
        );
      }
    })();
  };

  // A value set by the form replaces the editor's, for example after a reset or a merged conflict.
  useEffect(() => {
    const newValue = value || null;
    if (newValue === lastValue.current) return;
    lastValue.current = newValue;
    editor.commands.setContent(newValue ?? '', { emitUpdate: false });
  }, [value, editor]);
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);

  // A label focuses only inputs. A click on it focuses the editor here.
  useEffect(() => {
    const label = id ? document.querySelector<HTMLLabelElement>(`label[for="${CSS.escape(id)}"]`) : null;
    const focus = () => void editor.commands.focus();
    label?.addEventListener('click', focus);
    return () => label?.removeEventListener('click', focus);
  }, [editor, id]);

  return (
    <div className={styles.frame} data-disabled={disabled || undefined}>
      <EditorToolbar editor={editor} disabled={disabled} onPictures={(files) => insert.current(files)} />
      <EditorContent editor={editor} className={styles.holder} />
    </div>
  );
}

/** Returns the ARIA attributes that antd sets for the input's state. */
const ariaOf = (props: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) =>
      name.startsWith('aria-') && value !== undefined && value !== null ? [[name, String(value)]] : [],
    ),
  );
