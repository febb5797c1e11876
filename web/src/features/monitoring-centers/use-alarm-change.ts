import { monitoringCenters } from '#core/monitoring-centers/contract.ts';
import { useEndpointMutation } from '#web/lib/api/use-endpoint-mutation.ts';
import { useMay } from '#web/lib/session/session.tsx';

const { recentEvents, board, operatorBoard } = monitoringCenters;

/** The call by which the person works on alarms, as operator or as staff. */
export function useAlarmChange() {
  const isOperator = useMay(monitoringCenters.changeAlarm.access);
  const isHandler = useMay(monitoringCenters.handleAlarm.access);
  const endpoint = isOperator ? monitoringCenters.changeAlarm : monitoringCenters.handleAlarm;
  const change = useEndpointMutation<typeof endpoint>(endpoint, {
    refreshes: [recentEvents, board, operatorBoard],
  });
  return { ...change, may: isOperator || isHandler };
}
