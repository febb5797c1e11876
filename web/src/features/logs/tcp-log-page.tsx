import { ProtocolLogPage } from './protocol-log-page.tsx';

export default function TcpLogPage() {
  return <ProtocolLogPage kind="tcp" />;
}
