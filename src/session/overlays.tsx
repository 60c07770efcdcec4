import { Drawer, type DrawerProps, Modal, type ModalProps } from 'antd';
import { usePageActive } from './pageState';

// DESIGN §4.3: an overlay of a hidden page must neither show nor lock the body, and must come back with its text.

export function PageModal({ open, ...rest }: ModalProps) {
  const active = usePageActive();
  return <Modal {...rest} open={Boolean(open) && active} />;
}

export function PageDrawer({ open, ...rest }: DrawerProps) {
  const active = usePageActive();
  return <Drawer {...rest} open={Boolean(open) && active} />;
}
