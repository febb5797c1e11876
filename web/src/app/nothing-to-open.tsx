import { Button } from '@chakra-ui/react';
import { DoorClosed } from 'lucide-react';
import { EmptyState } from '#web/components/states/empty-state.tsx';
import { signOut } from '#web/lib/session/sign-out.ts';

/** For an account that may open no screen. */
export const NothingToOpen = () => (
  <EmptyState
    icon={DoorClosed}
    title="There is nothing here for this account yet"
    description="Your administrator can give you access. Then sign in again."
    action={
      <Button variant="outline" onClick={() => signOut()}>
        Sign out
      </Button>
    }
  />
);
