// The HubCore module.
