import { TableKit } from '@tiptap/extension-table';
import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef } from 'react';
import { uploadFile } from '@/api/files';
import { went } from '@/api/went';
import type { RichTextField } from '@contract/field';
import { isSafeLink, pictureAddress } from '@contract/fields/richText';
import type { FieldInputProps } from '../kind';
import { EditorPicture } from './EditorPicture';
import { EditorToolbar } from './EditorToolbar';
import styles from './richText.module.css';

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    // An empty paragraph behind a list would be stored, and shown in the history as a change that nobody made.
    trailingNode: false,
    // IN4: an address typed or pasted becomes a link only when it is one that may be followed.
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => isSafeLink(url),
      shouldAutoLink: (url) => /^(https?:|mailto:)/i.test(url),
    },
  }),
  EditorPicture,
  // Widths dragged to the pixel would be styles, which are cleaned away.
  TableKit.configure({ table: { resizable: false } }),
];

const pictures = (files: FileList | undefined | null): File[] =>
  [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));

/** Formatted text, typed as in a word processor: Ctrl+B and its like work, and pictures can be pasted. */
export function RichTextEditor({
  field,
  value,
  onChange,
  id,
  disabled = false,
  ...aria
}: FieldInputProps<RichTextField, string>) {
  const given = useRef<string | null>(value || null);
  const change = useRef(onChange);
  change.current = onChange;

  const insert = useRef<(files: readonly File[]) => void>(() => undefined);
  const editor = useEditor({
    extensions,
    content: value ?? '',
    editable: !disabled,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        ...(id ? { id } : {}),
        ...named(aria),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': field.label,
        class: styles.content ?? '',
      },
      // Ctrl+Enter is the form's: it submits, and does not break the line.
      handleKeyDown: (_view, event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey),
      handlePaste: (_view, { clipboardData }) => {
        // Word and its like put a picture of the text beside the text.
        const files = clipboardData?.types.includes('text/html') ? [] : pictures(clipboardData?.files);
        if (files.length) insert.current(files);
        return files.length > 0;
      },
      handleDrop: (_view, { dataTransfer }) => {
        const files = pictures(dataTransfer?.files);
        if (files.length) insert.current(files);
        return files.length > 0;
      },
    },
    onUpdate: ({ editor: current }) => {
      given.current = current.isEmpty ? null : current.getHTML();
      change.current?.(given.current);
    },
  });

  insert.current = (files) => {
    void (async () => {
      for (const file of files) {
        await went(
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

  // The form's word over the editor's: an emptied form, a merged conflict.
  useEffect(() => {
    const wanted = value || null;
    if (wanted === given.current) return;
    given.current = wanted;
    editor.commands.setContent(wanted ?? '', { emitUpdate: false });
  }, [value, editor]);
  useEffect(() => editor.setEditable(!disabled, false), [editor, disabled]);

  // A label points at inputs alone; a click on it is to bring the caret here all the same.
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

/** What antd says of the input's state, for screen readers. */
const named = (props: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(props).flatMap(([name, value]) =>
      name.startsWith('aria-') && value !== undefined && value !== null ? [[name, String(value)]] : [],
    ),
  );
