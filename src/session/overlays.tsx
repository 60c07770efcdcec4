import { Drawer, type DrawerProps, Modal, type ModalProps } from 'antd';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { focusedNow, focusFirst, focusNear } from '@/lib/focusFirst';
import { usePageActive, usePageDirty } from './pageState';

// Not among the page's popups, which vanish with it at once: these close with their motion, and let the body go when it has ended.
const outside = () => document.body;

// DESIGN §4.3: an overlay of a hidden page must neither show nor lock the body, and must come back with its text.

/** Of each dialog, where the focus was before it: one that opens out of another, as that closes, has nothing of it to go back to. */
const cameFrom = new WeakMap<Element, readonly Element[]>();

const cameHere = (): readonly Element[] => {
  const around = focusedNow();
  return [...around, ...around.flatMap((one) => cameFrom.get(one) ?? [])];
};

/** What is under way can't be called off any more: a dialog that closed meanwhile would look as if it had been, lose what was typed when the answer is no, and close whatever stands in its place by then. */
const busy = (cancelButtonProps: ModalProps['cancelButtonProps']): ModalProps => ({ closable: false, keyboard: false, cancelButtonProps: { ...cancelButtonProps, disabled: true } });

/** What was typed into the form of a dialog is unsaved work like any other: a session that ends under it is asked for anew, and the window asks before it goes. A filter is none. */
function useTyped(open: boolean): (event: FormEvent) => void {
  const [typed, setTyped] = useState(false);
  usePageDirty(`dialog:${useId()}`, open && typed);
  useEffect(() => setTyped(false), [open]);
  return ({ target }) => {
    if ((target as Element).closest('form:not([role="search"])')) setTyped(true);
  };
}

/**
 * One that opens again is the same element, which `autoFocus` leaves alone: the first field gets the focus each time. Closed, the focus goes back to where it was,
 * and near to it where what had it was used up by what the dialog did.
 */
export function PageModal({ open, children, afterOpenChange, ...rest }: ModalProps) {
  const active = usePageActive();
  const body = useRef<HTMLDivElement>(null);
  const onChange = useTyped(Boolean(open));
  const before = useRef<{ open: boolean; around: readonly Element[] }>({ open: false, around: [] });
  // While it is drawn, before the dialog itself takes the focus.
  if (before.current.open !== Boolean(open)) before.current = { open: Boolean(open), around: open ? cameHere() : before.current.around };
  const opened = (now: boolean) => {
    const dialog = body.current?.closest('[role="dialog"]');
    if (now) {
      if (dialog) cameFrom.set(dialog, before.current.around);
      focusFirst(body.current);
    } else focusNear(before.current.around, dialog);
    afterOpenChange?.(now);
  };
  return <Modal getContainer={outside} {...rest} {...(rest.confirmLoading ? busy(rest.cancelButtonProps) : {})} afterOpenChange={opened} open={Boolean(open) && active}><div ref={body} style={{ display: 'contents' }} onChange={onChange}>{children}</div></Modal>;
}

export function PageDrawer({ open, ...rest }: DrawerProps) {
  const active = usePageActive();
  return <Drawer getContainer={outside} {...rest} open={Boolean(open) && active} />;
}
