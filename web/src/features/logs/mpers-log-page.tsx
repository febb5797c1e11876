import { ProtocolLogPage } from './protocol-log-page.tsx';

export default function MpersLogPage() {
  return <ProtocolLogPage kind="mpers" />;
}
