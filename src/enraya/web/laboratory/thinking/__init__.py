"""What makes agents think for the page: queues, agents, the compilation of kernels."""
