import { Button, type ButtonProps, Drawer, type DrawerProps, Form, Modal, type ModalProps } from 'antd';
import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { feedback } from '@/lib/feedback';
import { focusedNow, focusFirst, focusNear } from '@/lib/focusFirst';
import { failures } from '@contract/messages';
import { usePageActive, usePageDirty } from './tabs/pageState';

// Not among the page's popups, which vanish with it at once: these close with their motion, and let the body go when it
// has ended.
const outside = () => document.body;

// DESIGN §4.3: an overlay of a hidden page must neither show nor lock the body, and must come back with its text.

/**
 * Of each dialog, where the focus was before it: one that opens out of another, as that closes, has nothing of it to go
 * back to.
 */
const cameFrom = new WeakMap<Element, readonly Element[]>();

const cameHere = (): readonly Element[] => {
  const around = focusedNow();
  return [...around, ...around.flatMap((one) => cameFrom.get(one) ?? [])];
};

/**
 * What is under way can't be called off any more: a dialog that closed meanwhile would look as if it had been, lose
 * what was typed when the answer is no, and close whatever stands in its place by then.
 */
const busy = (cancelButtonProps: ModalProps['cancelButtonProps']): ModalProps => ({
  closable: false,
  keyboard: false,
  cancelButtonProps: { ...cancelButtonProps, disabled: true },
});

/** Changes of antd's forms that a dialog within the dialog has told already: they bubble on to the one around it. */
const told = new WeakSet<object>();

interface Changed {
  readonly touched?: boolean;
  readonly validated?: boolean;
}

/** What a submit only looked at is a change to antd as well: of all fields with rules at once. */
const byHand = (changed: readonly Changed[]): boolean =>
  changed.length === 1 ? Boolean(changed[0]?.touched) : changed.some(({ touched, validated }) => touched && !validated);

interface Held {
  /** As 取消 does it. */
  readonly close: () => void;
  /** What was typed is saved, and the overlay stays. */
  readonly saved: () => void;
}

const HeldContext = createContext<Held>({ close: () => undefined, saved: () => undefined });

/** The overlay that a form stands in. */
export const useOverlay = (): Held => useContext(HeldContext);

/** 取消 in the footer of an overlay, which asks what its × asks. */
export function CancelButton({ children = '取消', ...rest }: Omit<ButtonProps, 'onClick'>) {
  const { close } = useOverlay();
  return (
    <Button {...rest} onClick={close}>
      {children}
    </Button>
  );
}

/**
 * What was typed into or chosen in the form of an overlay is unsaved work like any other: a session that ends under it
 * is asked for anew, the window asks before it
 * goes, and so does the overlay before it closes otherwise than by its saving. A filter is none.
 */
function useTyped(open: boolean, close: () => void, about?: unknown) {
  const [typed, setTyped] = useState(false);
  usePageDirty(`dialog:${useId()}`, open && typed);
  useEffect(() => setTyped(false), [open, about]);
  const asking = useRef(false);
  const leave = () => {
    if (!typed) return close();
    if (asking.current) return;
    asking.current = true;
    void feedback
      .confirm(failures.leaveUnsaved, { okText: '离开', cancelText: '继续填写', danger: true })
      .then((yes) => {
        asking.current = false;
        if (yes) close();
      });
  };
  const now = useRef(leave);
  now.current = leave;
  const held = useMemo<Held>(() => ({ close: () => now.current(), saved: () => setTyped(false) }), []);
  const around = (content: ReactNode) => (
    <HeldContext.Provider value={held}>
      <Form.Provider
        onFormChange={(_, { changedFields }) => {
          if (!told.has(changedFields) && byHand(changedFields)) setTyped(true);
          told.add(changedFields);
        }}
      >
        {content}
      </Form.Provider>
    </HeldContext.Provider>
  );
  const onChange = ({ target, currentTarget }: FormEvent) => {
    // Neither what stands in an overlay of this one, nor what a choice is looked for by.
    const input = target as Element;
    if (
      currentTarget.contains(input) &&
      input.closest('form:not([role="search"])') &&
      input.getAttribute('role') !== 'combobox'
    )
      setTyped(true);
  };
  return { leave, around, onChange };
}

/**
 * One that opens again is the same element, which `autoFocus` leaves alone: the first field gets the focus each time.
 * Closed, the focus goes back to where it was,
 * and near to it where what had it was used up by what the dialog did. `about`: with another one its form begins anew.
 */
export function PageModal({
  open,
  children,
  about,
  afterOpenChange,
  onCancel,
  ...rest
}: ModalProps & { readonly about?: unknown }) {
  const active = usePageActive();
  const body = useRef<HTMLDivElement>(null);
  // Nobody's `onCancel` reads the click.
  const { leave, around, onChange } = useTyped(Boolean(open), () => onCancel?.(undefined as never), about);
  const before = useRef<{ open: boolean; around: readonly Element[] }>({ open: false, around: [] });
  // While it is drawn, before the dialog itself takes the focus.
  if (before.current.open !== Boolean(open))
    before.current = { open: Boolean(open), around: open ? cameHere() : before.current.around };
  const opened = (now: boolean) => {
    const dialog = body.current?.closest('[role="dialog"]');
    if (now) {
      if (dialog) cameFrom.set(dialog, before.current.around);
      focusFirst(body.current);
    } else focusNear(before.current.around, dialog);
    afterOpenChange?.(now);
  };
  return around(
    <Modal
      getContainer={outside}
      {...rest}
      {...(rest.confirmLoading ? busy(rest.cancelButtonProps) : {})}
      onCancel={leave}
      afterOpenChange={opened}
      open={Boolean(open) && active}
    >
      <div ref={body} style={{ display: 'contents' }} onChange={onChange}>
        {children}
      </div>
    </Modal>,
  );
}

/** `tells`: its form tells by itself what is unsaved, and asks. */
export function PageDrawer({
  open,
  children,
  onClose,
  tells = false,
  ...rest
}: DrawerProps & { readonly tells?: boolean }) {
  const active = usePageActive();
  const { leave, around, onChange } = useTyped(Boolean(open) && !tells, () => onClose?.(undefined as never));
  return around(
    <Drawer getContainer={outside} {...rest} onClose={tells ? onClose : leave} open={Boolean(open) && active}>
      <div style={{ display: 'contents' }} onChange={onChange}>
        {children}
      </div>
    </Drawer>,
  );
}
