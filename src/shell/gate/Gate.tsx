import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './gate.module.css';

interface GateProps {
  readonly title: string;
  readonly text: string;
  /** Nothing behind it may be read. */
  readonly opaque: boolean;
  readonly children: ReactNode;
}

// Newer browsers can be told that nothing but the program closes a dialog.
const closedByNobody = { closedby: 'none' } as const;

/**
 * Inert is only what the focus could reach: the page behind hears the window's keys all the same. Escape would close
 * its drawer, Ctrl+P print its record.
 */
const keepInFront = (event: KeyboardEvent) => event.stopPropagation();

/**
 * What stands before everything else until it is answered. A native modal dialog: the browser makes all the rest inert,
 * overlays and
 * their focus traps included, while the pages stay mounted with all that was typed into them.
 */
export function Gate({ title, text, opaque, children }: GateProps) {
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
    // Chromium lets a second Escape through.
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
