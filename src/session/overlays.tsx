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

// Mounted outside the page's popups, which would vanish at once: it closes with an animation and then releases the
// body.
const bodyContainer = () => document.body;

// The overlay of a hidden page is hidden, does not lock the body, and keeps its text (DESIGN §4.3).

/**
 * Elements that had the focus before each dialog opened. A dialog that opens while another closes takes over its
 * entry.
 */
const focusBeforeDialog = new WeakMap<Element, readonly Element[]>();

const focusedBeforeOpening = (): readonly Element[] => {
  const focusPath = focusedNow();
  return [...focusPath, ...focusPath.flatMap((element) => focusBeforeDialog.get(element) ?? [])];
};

/**
 * Returns props that prevent closing during a request. A running request can't be cancelled. A dialog closed
 * meanwhile would seem to cancel it, lose the input after a refusal, and close whatever dialog is open then.
 */
const busyProps = (cancelButtonProps: ModalProps['cancelButtonProps']): ModalProps => ({
  closable: false,
  keyboard: false,
  cancelButtonProps: { ...cancelButtonProps, disabled: true },
});

/** Changes already handled by an inner dialog; they bubble to the outer one. */
const handledChanges = new WeakSet<object>();

interface FieldChangeState {
  readonly touched?: boolean;
  readonly validated?: boolean;
}

/**
 * Checks whether the person made the change. antd also reports a submit's validation, for all fields with rules at
 * once.
 */
const isMadeByPerson = (changed: readonly FieldChangeState[]): boolean =>
  changed.length === 1 ? Boolean(changed[0]?.touched) : changed.some(({ touched, validated }) => touched && !validated);

interface OverlayHandle {
  /** Closes the overlay like 取消. */
  readonly close: () => void;
  /** Reports that the input is saved; the overlay stays open. */
  readonly markSaved: () => void;
}

const HeldContext = createContext<OverlayHandle>({ close: () => undefined, markSaved: () => undefined });

/** Returns the overlay that contains a form. */
export const useOverlay = (): OverlayHandle => useContext(HeldContext);

/** Button 取消 in an overlay's footer. Asks before losing input, as × does. */
export function CancelButton({ children = '取消', ...rest }: Omit<ButtonProps, 'onClick'>) {
  const { close } = useOverlay();
  return (
    <Button {...rest} onClick={close}>
      {children}
    </Button>
  );
}

/**
 * Treats input in an overlay's form as unsaved work: an ended session asks for the password, and the window and the
 * overlay ask before closing. Filters do not count.
 */
function useUnsavedInput(open: boolean, close: () => void, subject?: unknown) {
  const [typed, setTyped] = useState(false);
  usePageDirty(`dialog:${useId()}`, open && typed);
  useEffect(() => setTyped(false), [open, subject]);
  const isAsking = useRef(false);
  const leave = () => {
    if (!typed) return close();
    if (isAsking.current) return;
    isAsking.current = true;
    void feedback
      .confirm(failures.leaveUnsaved, { okText: '离开', cancelText: '继续填写', danger: true })
      .then((isConfirmed) => {
        isAsking.current = false;
        if (isConfirmed) close();
      });
  };
  const now = useRef(leave);
  now.current = leave;
  const overlayHandle = useMemo<OverlayHandle>(
    () => ({ close: () => now.current(), markSaved: () => setTyped(false) }),
    [],
  );
  const renderContent = (content: ReactNode) => (
    <HeldContext.Provider value={overlayHandle}>
      <Form.Provider
        onFormChange={(_, { changedFields }) => {
          if (!handledChanges.has(changedFields) && isMadeByPerson(changedFields)) setTyped(true);
          handledChanges.add(changedFields);
        }}
      >
        {content}
      </Form.Provider>
    </HeldContext.Provider>
  );
  const onChange = ({ target, currentTarget }: FormEvent) => {
    // Ignores inner overlays and the search text of selects.
    const input = target as Element;
    if (
      currentTarget.contains(input) &&
      input.closest('form:not([role="search"])') &&
      input.getAttribute('role') !== 'combobox'
    )
      setTyped(true);
  };
  return { leave, renderContent, onChange };
}

/**
 * Modal that focuses its first field each time it opens (`autoFocus` works only the first time). On closing it
 * restores the focus, or focuses a nearby element if the former one was removed.
 * @param about identity of the content; another identity clears the form
 */
export function PageModal({
  open,
  children,
  about: subject,
  afterOpenChange,
  onCancel,
  ...rest
}: ModalProps & { readonly about?: unknown }) {
  const isActive = usePageActive();
  const body = useRef<HTMLDivElement>(null);
  // Our `onCancel` handlers ignore the event.
  const { leave, renderContent, onChange } = useUnsavedInput(
    Boolean(open),
    () => onCancel?.(undefined as never),
    subject,
  );
  const previousState = useRef<{ open: boolean; focusPath: readonly Element[] }>({ open: false, focusPath: [] });
  // Recorded during render, before the dialog gets the focus.
  if (previousState.current.open !== Boolean(open))
    previousState.current = {
      open: Boolean(open),
      focusPath: open ? focusedBeforeOpening() : previousState.current.focusPath,
    };
  const handleOpenChange = (now: boolean) => {
    const dialog = body.current?.closest('[role="dialog"]');
    if (now) {
      if (dialog) focusBeforeDialog.set(dialog, previousState.current.focusPath);
      focusFirst(body.current);
    } else focusNear(previousState.current.focusPath, dialog);
    afterOpenChange?.(now);
  };
  return renderContent(
    <Modal
      getContainer={bodyContainer}
      {...rest}
      {...(rest.confirmLoading ? busyProps(rest.cancelButtonProps) : {})}
      onCancel={leave}
      afterOpenChange={handleOpenChange}
      open={Boolean(open) && isActive}
    >
      <div ref={body} style={{ display: 'contents' }} onChange={onChange}>
        {children}
      </div>
    </Modal>,
  );
}

/**
 * Drawer with the same handling of focus and unsaved input. `handlesUnsavedInput`: true if its form handles unsaved
 * input itself.
 */
export function PageDrawer({
  open,
  children,
  onClose,
  handlesUnsavedInput = false,
  ...rest
}: DrawerProps & { readonly handlesUnsavedInput?: boolean }) {
  const isActive = usePageActive();
  const { leave, renderContent, onChange } = useUnsavedInput(Boolean(open) && !handlesUnsavedInput, () =>
    onClose?.(undefined as never),
  );
  return renderContent(
    <Drawer
      getContainer={bodyContainer}
      {...rest}
      onClose={handlesUnsavedInput ? onClose : leave}
      open={Boolean(open) && isActive}
    >
      <div style={{ display: 'contents' }} onChange={onChange}>
        {children}
      </div>
    </Drawer>,
  );
}
