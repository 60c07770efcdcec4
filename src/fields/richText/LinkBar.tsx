import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, useState } from 'react';
import { isSafeLink } from '@contract/fields/richText';
import styles from './richText.module.css';

/** Converts a typed address, such as `www.nhc.gov.cn` or `lab@example.com`, to a URL; null if it is not safe. */
function addressOf(typedText: string): string | null {
  const text = typedText.trim();
  if (/^[^\s/@:]+@[^\s/@:]+\.[^\s/@:]+$/.test(text)) return `mailto:${text}`;
  const fullUrl = /^[a-z][a-z0-9+.-]*:/i.test(text) || text.startsWith('/') ? text : `https://${text}`;
  return text && isSafeLink(fullUrl) ? fullUrl : null;
}

/**
 * Input for the address of a link. It is below the toolbar and not in a dialog, because forms already open in a
 * drawer.
 */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const currentAddress = String(editor.getAttributes('link').href ?? '');
  const [typedText, setTypedText] = useState(currentAddress);
  const [isInvalid, setInvalid] = useState(false);
  const applyLink = () => {
    const href = addressOf(typedText);
    if (!href) return setInvalid(true);
    const chain = editor.chain().focus().extendMarkRange('link');
    const { empty } = editor.state.selection;
    (empty && !currentAddress
      ? chain.insertContent({ type: 'text', text: typedText.trim(), marks: [{ type: 'link', attrs: { href } }] })
      : chain.setLink({ href })
    ).run();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Keeps Enter and Escape from reaching the form and its drawer.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') applyLink();
    else onClose();
  };
  return (
    <div className={styles.linkBar}>
      <input
        autoFocus
        className={styles.address}
        value={typedText}
        maxLength={1000}
        placeholder="https:// 或邮箱地址"
        aria-label="链接地址"
        aria-invalid={isInvalid}
        onChange={(event) => {
          setTypedText(event.target.value);
          setInvalid(false);
        }}
        onKeyDown={onKeyDown}
      />
      <button type="button" className={styles.tool} onClick={applyLink}>
        应用
      </button>
      {currentAddress && (
        <button
          type="button"
          className={styles.tool}
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run();
            onClose();
          }}
        >
          移除链接
        </button>
      )}
      <button type="button" className={styles.tool} onClick={onClose}>
        取消
      </button>
      {isInvalid && (
        <span role="alert" className={styles.wrong}>
          请填写http、https网址或邮箱地址
        </span>
      )}
    </div>
  );
}
