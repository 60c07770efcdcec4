import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './gate.module.css';

interface FullScreenDialogProps {
  readonly title: string;
  readonly text: string;
  /** True if everything behind the dialog is hidden. */
  readonly opaque: boolean;
  readonly children: ReactNode;
}

// Tells newer browsers that only code may close the dialog.
const closedByNobody = { closedby: 'none' } as const;

/**
 * Stops keys from reaching the window's listeners. `inert` blocks only the focus: Escape would close a drawer behind
 * the dialog, and Ctrl+P would print a record.
 */
const keepInFront = (event: KeyboardEvent) => event.stopPropagation();

/**
 * Modal dialog that stays until it is answered. As a native dialog it makes everything else inert, overlays and their
 * focus traps included, while the pages keep their input.
 */
export function FullScreenDialog({ title, text, opaque, children }: FullScreenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  // jsdom has no modal dialogs.
  const show = () =>
    dialog.current?.showModal ? dialog.current.showModal() : dialog.current?.setAttribute('open', '');
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element && !element.open) show();
    document.addEventListener('keydown', keepInFront);
    return () => {
      document.removeEventListener('keydown', keepInFront);
      element?.close?.();
    };
  }, []);
  const stay = (event: SyntheticEvent) => {
    event.preventDefault();
    // In Chromium a second Escape closes the dialog.
    if (event.type === 'close' && dialog.current?.isConnected && !dialog.current.open) show();
  };
  return createPortal(
    <dialog
      ref={dialog}
      {...closedByNobody}
      data-gate
      className={`${styles.gate} ${opaque ? styles.opaque : ''}`}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      onCancel={stay}
      onClose={stay}
    >
      <section className={styles.card}>
        <h1 id={`${id}title`} className={styles.title}>
          {title}
        </h1>
        <p id={`${id}text`} className={styles.text}>
          {text}
        </p>
        {children}
      </section>
    </dialog>,
    document.body,
  );
}
