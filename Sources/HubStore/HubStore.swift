// The HubStore module.
